import { Button } from '@patternfly/react-core';
import type { PolicyRecord, ProfileRecord, SecurityGuideRecord, SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../api/caller';
import { request, useRefresh, withQuery } from '../api/client';
import { COMPLIANCE, compliancePage, type Single } from '../api/compliance';
import { uploadFile } from '../api/upload';
import { ErrorState } from '../parts/states';
import { samplePolicyTexts as texts } from '../texts/sample-policy';

const GUIDES = `${COMPLIANCE}/security_guides`;
/** Major version for an installation without systems. */
const ANY_MAJOR = 12;
const MAX_SYSTEMS = 100;
const THRESHOLD = 80;

/** A button that imports the sample guide and makes a policy on it. */
export function SamplePolicy(): ReactNode {
  const [state, setState] = useState<'ready' | 'busy' | Error>('ready');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const mayImport = useMay('compliance:content:write');
  const mayAssign = useMay('compliance:policy:write');
  if (!mayImport || !mayAssign) return null;
  const create = async (): Promise<void> => {
    setState('busy');
    try {
      const id = await createSamplePolicy();
      // The page of the policy need not wait until other parts of the console have reloaded.
      void refresh();
      await navigate(`/compliance/policies/${id}`);
    } catch (error) {
      setState(error as Error);
    }
  };
  return (
    <div>
      <Button variant="link" isLoading={state === 'busy'} isDisabled={state === 'busy'} onClick={() => void create()}>
        {texts.create}
      </Button>
      <p className="text small">{texts.help}</p>
      {state instanceof Error && <ErrorState error={state} title={texts.failed} />}
    </div>
  );
}

/** Returns the id of the policy. */
async function createSamplePolicy(): Promise<string> {
  const { sampleGuide, SAMPLE_TITLE } = await import('./sample-guide');
  const page = { page: 0, size: MAX_SYSTEMS, signal: new AbortController().signal };
  const systems = (await compliancePage<SystemRecord>(`${COMPLIANCE}/systems`, page)).rows;
  const [major, chosen] = commonestMajor(systems);
  const minors = [...new Set(chosen.map(({ os_minor_version: minor }) => minor))];
  const query = {
    os_major_version: String(major),
    os_minor_versions: minors.length > 0 ? minors.join(',') : undefined,
  };
  const file = new File([sampleGuide()], 'sample-guide.xml', { type: 'application/xml' });
  const guide = await uploadFile<SecurityGuideRecord>(withQuery(GUIDES, query), {
    file,
    onProgress: () => undefined,
    signal: page.signal,
  });
  const [profile] = (await compliancePage<ProfileRecord>(`${GUIDES}/${guide.id}/profiles`, { ...page, size: 1 })).rows;
  const body = { title: SAMPLE_TITLE, profile_id: profile!.id, compliance_threshold: THRESHOLD };
  const policy = (await request<Single<PolicyRecord>>(`${COMPLIANCE}/policies`, { method: 'POST', body })).data;
  // The guide may have been imported before, for another version.
  const ids = chosen.filter((system) => system.os_major_version === guide.os_major_version).map(({ id }) => id);
  const assigned = `${COMPLIANCE}/policies/${policy.id}/systems`;
  if (ids.length > 0) await request(assigned, { method: 'POST', body: { ids } });
  return policy.id;
}

/** The major version that most systems have, and these systems. Pure. */
export function commonestMajor<T extends { os_major_version: number }>(systems: readonly T[]): [number, readonly T[]] {
  const byMajor = Map.groupBy(systems, ({ os_major_version: major }) => major);
  const [most] = [...byMajor].toSorted(([, one], [, other]) => other.length - one.length);
  return most ?? [ANY_MAJOR, []];
}
