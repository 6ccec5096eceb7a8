import { Button, Content } from '@patternfly/react-core';
import type {
  GuideChangeRecord,
  PolicyMoveRecord,
  ReportRecord,
  SecurityGuideRecord,
} from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { request, toSortBy, useFetched, useRefresh } from '../api/client';
import {
  COMPLIANCE,
  compliancePage,
  containsCondition,
  equalsCondition,
  joinByAnd,
  type Single,
  wholeList,
} from '../api/compliance';
import { choice, useQueryString } from '../parts/filters';
import { FormDialog, Tick } from '../parts/forms';
import { column, List } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { guideChangeTexts as texts } from '../texts/guide-changes';
import { SeverityLabel } from './labels';

const KIND = choice('kind', texts.kind, Object.entries(texts.kinds));
const CHANGE = choice('change', texts.change, Object.entries(texts.changes));

/** Other versions of a guide. */
export function useOtherVersions(guide: SecurityGuideRecord | undefined): readonly SecurityGuideRecord[] {
  const path = `${COMPLIANCE}/security_guides`;
  const { data = [] } = useFetched(
    [path, 'versions', guide?.ref_id],
    (signal) => wholeList<SecurityGuideRecord>(path, { filter: equalsCondition('ref_id', guide!.ref_id) }, signal),
    { enabled: guide !== undefined },
  );
  return data.filter(({ id, os_major_version: major }) => id !== guide?.id && major === guide?.os_major_version);
}

interface GuideChangesProps {
  path: string;
  guide: SecurityGuideRecord;
  others: readonly SecurityGuideRecord[];
}

/** Differences between a guide and another version, by default the previous one. */
export function GuideChanges({ path, guide, others }: GuideChangesProps): ReactNode {
  const chosen = useQueryString()[0].get('since') ?? undefined;
  const since = others.length === 1 ? others[0]?.id : chosen;
  const source = `${path}/changes`;
  const toName = ({ id, kind, change, title, ref_id: ref }: GuideChangeRecord): ReactNode => {
    const of = change === 'removed' ? since : guide.id;
    const name = title === '' ? ref : title;
    if (kind === 'value' || of === undefined) return name;
    return <Link to={`/compliance/guides/${of}/${kind}s/${id}`}>{name}</Link>;
  };
  return (
    <>
      <Content component="p">
        {others.length === 1 ? texts.helpSince(others[0]!.version, guide.version) : texts.help(guide.version)}
      </Content>
      <List<GuideChangeRecord>
        label={texts.tab}
        source={source}
        toKey={({ id }) => id}
        filters={[
          ...(others.length > 1
            ? [
                choice(
                  'since',
                  texts.since,
                  others.map(({ id, version }) => [id, version]),
                  texts.versionBefore,
                ),
              ]
            : []),
          KIND,
          CHANGE,
          { kind: 'text', name: 'q', label: texts.search },
        ]}
        fetchPage={({ page, size, sort = 'kind,change,title', filter, signal }) => {
          const wanted = joinByAnd(
            equalsCondition('kind', filter('kind')),
            equalsCondition('change', filter('change')),
            containsCondition('title', filter('q')),
          );
          const query = { sort_by: toSortBy(sort), filter: wanted, since };
          return compliancePage<GuideChangeRecord>(source, { page, size, query, signal });
        }}
        columns={[
          column('kind', texts.kind, 'sortable', ({ kind }) => texts.kinds[kind]),
          column('title', texts.name, 'sortable', toName),
          column('severity', texts.severity, ({ severity }) =>
            severity === null ? '–' : <SeverityLabel value={severity} />,
          ),
          column('change', texts.change, 'sortable', ({ change }) => texts.changes[change]),
          column(
            'fields',
            texts.fields,
            ({ fields }) => fields.map((name) => texts.fieldNames[name] ?? name).join(', ') || '–',
          ),
        ]}
        empty={<EmptyPart {...texts.empty} />}
      />
    </>
  );
}

interface MovePoliciesProps {
  guide: SecurityGuideRecord;
  others: readonly SecurityGuideRecord[];
}

/** Button that moves policies from other versions of the guide to this one. */
export function MovePolicies(props: MovePoliciesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.move}
      </Button>
      {isOpen && <MoveDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

function MoveDialog({ guide, others, close }: MovePoliciesProps & { close: () => void }): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [plan, setPlan] = useState<PolicyMoveRecord>();
  const refresh = useRefresh();
  const path = `${COMPLIANCE}/reports`;
  const { data: reports = [] } = useFetched([path, 'whole'], (signal) =>
    wholeList<ReportRecord>(path, { sort_by: 'title' }, signal),
  );
  const versions = new Map(others.map(({ id, version }) => [id, version]));
  const policies = reports.filter(({ security_guide_id: id }) => versions.has(id));
  const chosen = policies.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const move = async (isDryRun: boolean): Promise<PolicyMoveRecord> => {
    const body = { security_guide_id: guide.id, policy_ids: chosen, dry_run: isDryRun };
    return (await request<Single<PolicyMoveRecord>>(`${COMPLIANCE}/policies/moves`, { method: 'POST', body })).data;
  };
  return (
    <FormDialog
      title={texts.moveTitle}
      description={texts.moveHelp}
      action={plan ? texts.confirm(chosen.length) : texts.review}
      isReady={chosen.length > 0}
      submit={() => move(plan === undefined)}
      submitted={(record) => {
        if (record.dry_run) return setPlan(record);
        void refresh();
        close();
      }}
      close={close}
    >
      {plan ? <Plan plan={plan} version={guide.version} /> : null}
      {!plan && policies.length === 0 && <p>{texts.none}</p>}
      {!plan &&
        policies.map(({ id, title, security_guide_id: of }) => (
          <Tick
            key={id}
            label={`${title} (${versions.get(of)})`}
            isOn={!left.has(id)}
            change={(isOn) => setLeft(new Set(isOn ? [...left].filter((each) => each !== id) : [...left, id]))}
          />
        ))}
    </FormDialog>
  );
}

function Plan({ plan, version }: { plan: PolicyMoveRecord; version: string }): ReactNode {
  return (
    <Content>
      {plan.policies.map((policy) => (
        <section key={policy.id}>
          <h3>{policy.title}</h3>
          <ul>
            {[texts.versions(policy.former_version, version), ...toLines(policy)].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </Content>
  );
}

function toLines(policy: PolicyMoveRecord['policies'][number]): string[] {
  const lost: readonly (readonly [string, readonly string[]])[] = [
    [texts.lostRules, policy.lost_rules],
    [texts.lostValues, policy.lost_values],
    [texts.lostWaivers, policy.lost_waivers],
  ];
  const { unsupported_minor_versions: minors } = policy;
  return [
    texts.rules(policy.added_rule_count, policy.removed_rule_count),
    texts.results(policy.failed_result_count, policy.still_failed_result_count),
    ...lost.filter(([, names]) => names.length > 0).map(([what, names]) => texts.lost(what, names)),
    ...(minors.length > 0 ? [texts.minors(minors)] : []),
  ];
}
