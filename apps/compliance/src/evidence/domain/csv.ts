import { renderCsv } from '@wardstone/media-types';
import type { EvidenceHead, EvidenceSystem } from './evidence';

const OF_SYSTEM = ['policy', 'system', 'system_id', 'os_version', 'verdict'];
const OF_RULE = ['score', 'scanned', 'rule', 'rule_title', 'severity', 'result'];
const DIGESTS = ['result_sha256', 'guide_version', 'guide_sha256', 'tailoring_sha256'];

/** A line for each rule of each system; one for a system that had not reported, or of which no rule was judged. */
export async function* writeCsv(head: EvidenceHead, systems: AsyncIterable<EvidenceSystem>): AsyncIterable<string> {
  const header = [...OF_SYSTEM, ...OF_RULE, ...DIGESTS];
  yield renderCsv([header]);
  const tailorings = new Map(head.tailorings.map((tailoring) => [tailoring.id, tailoring]));
  for await (const { result, ...system } of systems) {
    const start = [head.policy.title, system.display_name, system.id, system.os_version];
    if (!result) {
      yield renderCsv([[...start, 'never_reported', ...[...OF_RULE, ...DIGESTS].map(() => null)]]);
      continue;
    }
    const { guide_version = null, guide_sha256 = null, sha256 = null } = tailorings.get(result.tailoring_id) ?? {};
    const rules = result.rules.length > 0 ? result.rules : [null];
    yield renderCsv(
      rules.map((rule) => [
        ...[...start, result.verdict, result.score, result.end_time.toISOString()],
        ...[rule?.ref_id ?? null, rule?.title ?? null, rule?.severity ?? null, rule?.result ?? null],
        ...[result.sha256, guide_version, guide_sha256, sha256],
      ]),
    );
  }
}
