import type { Requests, TestDatabase } from '@wardstone/testing';
import type supertest from 'supertest';
import { importGuide, aGuideDocument, type GuideShape } from '../../guides/test/given-guide-document';
import { givenPolicy, givenSystem, type PolicySeed, type SystemSeed } from '../../test/builders';
import { givenTailoring } from '../../test/result.builder';
import { BASE } from '../../test/use-compliance';

/** Uploads the result of a scan as it is. */
export const uploadResult = (
  api: Requests,
  systemId: string,
  document: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): supertest.Test =>
  api
    .post(`${BASE}/systems/${systemId}/test_results`)
    .set({ 'Content-Type': 'application/xml', ...headers })
    .send(document);

export interface Scannable {
  guideId: string;
  policy: PolicySeed;
  system: SystemSeed;
}

let lastGuide = 0;

/**
 * A guide with the rules r1 to r3 and the profile p1, registered for minor 4, under an id of its own; a policy on that
 * profile with a tailoring for minor 4, and a system with 8.4 that is assigned to it.
 */
export async function givenScannableSystem(
  db: TestDatabase,
  api: Requests,
  over: Parameters<typeof givenSystem>[1] = {},
  shape: GuideShape = {},
): Promise<Scannable & { benchmark: string }> {
  const benchmark = `xccdf_org.test_benchmark_T${++lastGuide}x-8`;
  const guideId = await importGuide(api, aGuideDocument({ ...shape, refId: benchmark }), 'os_minor_versions=4');
  const [profile] = await db.query<{ id: string }>(
    `SELECT p.id FROM profile p WHERE p.security_guide_id = $1 AND p.ref_id = 'p1'`,
    [guideId],
  );
  const policy = await givenPolicy(db, { profile_id: profile!.id });
  await givenTailoring(db, policy, 4);
  const system = await givenSystem(db, { policies: [policy], ...over });
  return { guideId, policy, system, benchmark };
}
