import type {
  PolicyRecord,
  ProfileRecord,
  RuleRecord,
  SecurityGuideRecord,
  SystemRecord,
  TailoringRecord,
  ValueDefinitionRecord,
} from '@wardstone/client/compliance';
import { useRef, useState } from 'react';
import { request, useRefresh } from '../api/client';
import { COMPLIANCE, type Single, fetchTotal, wholeList } from '../api/compliance';
import { complianceTexts } from '../texts/compliance';
import { registerMinors } from './profile';
import type { ChosenSystems } from './system-chooser';
import { hasChanges, tailoredRules, tailoredValues, type TailoringDraft } from './tailoring-draft';

const { jobs: words } = complianceTexts.wizard;
const POLICIES = `${COMPLIANCE}/policies`;

/** A policy to create, with everything that belongs to it. */
export interface NewPolicy {
  guide: SecurityGuideRecord;
  profile: ProfileRecord;
  title: string;
  threshold: string;
  objective: string;
  systems: ChosenSystems;
  /** The minor versions that the profile will support. */
  minors: readonly number[];
  /** Whether they have to be registered first. */
  registers: boolean;
  tailoring: TailoringDraft;
}

/** One request that stores something. */
export interface Job {
  key: string;
  title: string;
  /** Runs the job. Returns a message for the user, if any. */
  run: (policyId: string) => Promise<string | undefined>;
}

const POLICY = 'policy';

/** Requests that store a new policy, in order. Pure. */
export function creationJobs(policy: NewPolicy, made: (policyId: string) => void): readonly Job[] {
  const { guide, profile, systems, minors, registers, tailoring } = policy;
  const jobs: Job[] = [];
  if (registers) {
    const path = `${COMPLIANCE}/security_guides/${guide.id}/profiles/${profile.id}`;
    const run = async (): Promise<undefined> => void (await registerMinors(path, minors));
    jobs.push({ key: `minors ${minors.join()}`, title: words.minors(minors), run });
  }
  jobs.push({ key: POLICY, title: words.policy, run: async () => void made(await createPolicy(policy)) });
  if (systems.size > 0) {
    jobs.push({ key: 'systems', title: words.systems(systems.size), run: (id) => assign(id, systems) });
  }
  if (!hasChanges(tailoring)) return jobs;
  for (const minor of minors) {
    const toPath = (policyId: string): string => `${POLICIES}/${policyId}/tailorings`;
    jobs.push({
      key: `tailoring ${minor}`,
      title: words.tailoring(minor),
      run: (id) => addTailoring(toPath(id), minor),
    });
    if (tailoring.rules.size > 0) {
      const run: Job['run'] = (id) => storeRules(`${toPath(id)}/${minor}`, tailoring);
      jobs.push({ key: `rules ${minor}`, title: words.rules(minor), run });
    }
    if (tailoring.values.size > 0) {
      const run: Job['run'] = (id) => storeValues(`${toPath(id)}/${minor}`, guide.id, tailoring);
      jobs.push({ key: `values ${minor}`, title: words.values(minor), run });
    }
  }
  return jobs;
}

export interface Progress {
  /** The policy being stored, once that has started. */
  policy?: NewPolicy;
  /** Keys of jobs that are done. */
  done: ReadonlySet<string>;
  running?: string;
  failed?: { key: string; error: Error };
  notes: readonly string[];
  isOver: boolean;
}

/** Runs the jobs one after another; after a failure, done ones are not repeated. */
export function useCreation() {
  const [progress, setProgress] = useState<Progress>({ done: new Set(), notes: [], isOver: false });
  const [made, setMade] = useState<string>();
  const policyId = useRef<string>(undefined);
  const refresh = useRefresh();
  const remember = (id: string): void => {
    policyId.current = id;
    setMade(id);
  };
  const create = async (policy: NewPolicy): Promise<{ id: string; notes: readonly string[] } | undefined> => {
    const done = new Set(progress.done);
    const notes = [...progress.notes];
    for (const { key, run } of creationJobs(policy, remember)) {
      if (done.has(key)) continue;
      setProgress({ policy, done: new Set(done), notes, running: key, isOver: false });
      try {
        const note = await run(policyId.current ?? '');
        if (note !== undefined) notes.push(note);
      } catch (error) {
        setProgress({ policy, done: new Set(done), notes, failed: { key, error: error as Error }, isOver: false });
        return undefined;
      }
      done.add(key);
    }
    setProgress({ policy, done, notes, isOver: true });
    await refresh();
    return { id: policyId.current!, notes };
  };
  return { create, made, progress };
}

async function createPolicy({ title, profile, threshold, objective }: NewPolicy): Promise<string> {
  const body = {
    title: title.trim(),
    profile_id: profile.id,
    compliance_threshold: threshold.trim(),
    ...(objective.trim() === '' ? {} : { business_objective: objective.trim() }),
  };
  return (await request<Single<PolicyRecord>>(POLICIES, { method: 'POST', body })).data.id;
}

async function assign(policyId: string, systems: ChosenSystems): Promise<string | undefined> {
  const path = `${POLICIES}/${policyId}/systems`;
  const body = { ids: [...systems.keys()] };
  const { meta } = await request<Single<SystemRecord[]> & { meta: { total: number } }>(path, { method: 'POST', body });
  return meta.total < systems.size ? complianceTexts.report.dropped(systems.size - meta.total) : undefined;
}

/** The first system with a minor version has already created it. */
async function addTailoring(path: string, minor: number): Promise<undefined> {
  if ((await fetchTotal(path, `os_minor_version = ${minor}`)) > 0) return;
  await request(path, { method: 'POST', body: { os_minor_version: minor } });
}

async function storeRules(path: string, tailoring: TailoringDraft): Promise<string | undefined> {
  const rules = `${path}/rules`;
  const stored = await wholeList<RuleRecord>(rules, {});
  const ids = tailoredRules(
    stored.map(({ ref_id: ref }) => ref),
    tailoring,
  );
  const { meta } = await request<{ meta: { total: number } }>(rules, { method: 'POST', body: { ids } });
  return meta.total < ids.length ? words.missing(ids.length - meta.total, path.split('/').at(-1)!) : undefined;
}

/** The guide version for the minor version may differ, with other ids of values. */
async function storeValues(path: string, guideId: string, tailoring: TailoringDraft): Promise<string | undefined> {
  const { data } = await request<Single<TailoringRecord>>(path);
  const own = data.security_guide_id;
  const definitions =
    own === guideId
      ? []
      : await wholeList<ValueDefinitionRecord>(`${COMPLIANCE}/security_guides/${own}/value_definitions`, {});
  const byRef = new Map(definitions.map(({ id, ref_id: ref }) => [ref, id]));
  const { overrides, missing } = tailoredValues(data.value_overrides, tailoring, (ref, id) =>
    own === guideId ? id : byRef.get(ref),
  );
  await request(path, { method: 'PATCH', body: { value_overrides: overrides } });
  return missing.length > 0 ? words.missing(missing.length, path.split('/').at(-1)!) : undefined;
}
