import { Button } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import type { SystemFailedRuleRecord } from '@wardstone/client/compliance';
import { Link } from 'react-router';
import { useFetched, useGet, useRefresh, wardstone, withQuery } from '../api/client';
import { type OfResource, pagesFrom } from '../api/monitoring';
import { column, DataTable, List, type ListWanted } from '../parts/list';
import { Part } from '../parts/page';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { LevelLabel, Time } from '../parts/values';
import { complianceTexts } from '../texts/compliance';
import { inventoryTexts } from '../texts/inventory';
import { waiverTexts } from '../texts/waivers';
import { fetchFailedRules, toHost, useMayReadFindings } from './host-compliance';

const SOURCE = '/rest/resource/{id}/drift';

type Change = Row<typeof SOURCE>;

const texts = inventoryTexts.files;
/** Number of newest changes whose files are looked for in failed rules. */
const NEWEST = 100;

/** A change with the failed rules that name its file; null if they could not be loaded. */
type ExplainedChange = Change & { rules: readonly SystemFailedRuleRecord[] | null };

/**
 * Changes of watched files, with their line differences if the owner of the host permits it, and with failed rules about
 * these files if the viewer may read results of scans.
 */
export function FileChanges({ resource }: OfResource): ReactNode {
  const { resourceId } = resource;
  const [chosen, choose] = useState<Change>();
  const mayReadFindings = useMayReadFindings();
  const pageOfChanges = pagesFrom(SOURCE, ['q'], { path: { id: resourceId } });
  const fetchPage = async (wanted: ListWanted) => {
    const page = await pageOfChanges(wanted);
    return {
      ...page,
      rows: mayReadFindings ? await explainIfPossible(resource, page.rows, wanted.signal) : unexplained(page.rows),
    };
  };
  return (
    <div className="parts-of-page">
      {chosen && <Difference resourceId={resourceId} change={chosen} close={() => choose(undefined)} />}
      {mayReadFindings && <FailedRules resource={resource} choose={choose} />}
      <List<ExplainedChange>
        label={texts.title}
        source={`/rest/resource/${resourceId}/drift`}
        filters={[{ kind: 'text', name: 'q', label: texts.pathPart }]}
        fetchPage={fetchPage}
        toKey={({ id }) => String(id)}
        columns={[
          column('time', texts.time, ({ time }) => <Time at={time} />),
          column('path', texts.path, (change) => <Path change={change} choose={choose} />),
          column('category', texts.change, ({ category }) => (
            <span className="whole">{texts.categories[category]}</span>
          )),
          column('mode', texts.mode, ({ mode }) => <span className="whole">{modeText(mode)}</span>),
          column('owner', texts.owner, ({ owner }) => owner ?? '–'),
          column('definition', texts.definition, ({ definition }) => definition),
          ...(mayReadFindings
            ? [
                column<ExplainedChange>('rules', texts.failedRules, ({ rules }) =>
                  rules === null
                    ? texts.rulesUnknown
                    : rules.map((rule) => (
                        <div key={rule.id}>
                          <RuleLink rule={rule} />
                        </div>
                      )),
                ),
              ]
            : []),
        ]}
        empty={<EmptyPart {...texts.empty} />}
      />
    </div>
  );
}

interface Choice {
  choose: (change: Change) => void;
}

function Path({ change, choose }: Choice & { change: Change }): ReactNode {
  if (!change.hasText) return change.path;
  return (
    <Button variant="link" isInline onClick={() => choose(change)}>
      {change.path}
    </Button>
  );
}

/** Failed rules that name files with recent changes, or why they are not known; nothing if there are none. */
function FailedRules({ resource, choose }: OfResource & Choice): ReactNode {
  const { resourceId } = resource;
  const refresh = useRefresh();
  const { data = [], error } = useFetched([SOURCE, resourceId, 'failed rules'], async (signal) => {
    const first = { path: { id: resourceId }, page: 0, size: NEWEST, signal };
    return explain(resource, (await wardstone.page(SOURCE, first)).rows, signal);
  });
  // The changes below are loaded again as well.
  if (error) return <ErrorState error={error} title={texts.rulesFailed} retry={() => void refresh()} />;
  const changesByFile = Map.groupBy(
    data.flatMap(({ rules, ...change }) => rules.map((rule) => ({ rule, change }))),
    ({ rule }) => rule.id,
  );
  const rows = [...changesByFile.values()].map((pairs) => ({
    rule: pairs[0]!.rule,
    // Changes are in order, newest first.
    changes: [...new Map(pairs.toReversed().map(({ change }) => [change.file, change])).values()],
  }));
  if (rows.length === 0) return null;
  return (
    <Part title={texts.rulesTitle}>
      <DataTable<(typeof rows)[number]>
        label={texts.rulesTitle}
        rows={rows}
        toKey={({ rule }) => rule.id}
        columns={[
          column('rule', complianceTexts.rule, ({ rule }) => <RuleLink rule={rule} />),
          column('severity', complianceTexts.severity, ({ rule: { severity } }) => (
            <LevelLabel level={severity}>{complianceTexts.severities[severity] ?? severity}</LevelLabel>
          )),
          column('policy', complianceTexts.policy, ({ rule }) => (
            <Link to={`/compliance/policies/${rule.policy_id}`}>{rule.policy_title}</Link>
          )),
          column('changes', texts.lastChange, ({ changes }) =>
            changes.map((change) => (
              <div key={change.id}>
                <Path change={change} choose={choose} /> <Time at={change.time} />
              </div>
            )),
          ),
        ]}
      />
    </Part>
  );
}

function RuleLink({
  rule: { title, policy_id, test_result_id, waiver_id },
}: {
  rule: SystemFailedRuleRecord;
}): ReactNode {
  const result = `/compliance/policies/${policy_id}/results/${test_result_id}`;
  return (
    <>
      <Link to={withQuery(result, { q: title })}>{title}</Link>
      {waiver_id !== null && ` (${waiverTexts.excepted})`}
    </>
  );
}

function unexplained(changes: readonly Change[], rules: null | readonly [] = []): ExplainedChange[] {
  return changes.map((change) => ({ ...change, rules }));
}

/** Changes are shown also where compliance does not respond. */
async function explainIfPossible(...of: Parameters<typeof explain>): Promise<ExplainedChange[]> {
  return explain(...of).catch(() => unexplained(of[1], null));
}

/** Adds the failed rules that name the changed files. */
async function explain(resource: OfResource['resource'], changes: readonly Change[], signal: AbortSignal) {
  const files = changes.map(({ file }) => file);
  const rules = await fetchFailedRules(toHost(resource), files, signal);
  return changes.map((change) => ({
    ...change,
    rules: change.file === null ? [] : rules.filter(({ files: named }) => named.includes(change.file!)),
  }));
}

/** Octal, as `chmod` takes it. */
function modeText(mode: number | null): string {
  return mode === null ? '–' : (mode & 0o7777).toString(8).padStart(4, '0');
}

interface DifferenceProps {
  resourceId: number;
  change: Change;
  close: () => void;
}

function Difference({ resourceId, change, close }: DifferenceProps): ReactNode {
  const query = useGet(`${SOURCE}/{change}/difference`, { path: { id: resourceId, change: change.id } });
  return (
    <section aria-label={texts.difference(change.path)} aria-live="polite">
      <div className="part-head">
        <h2>{texts.difference(change.path)}</h2>
        <Button variant="link" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <p>
        {texts.categories[change.category]} <Time at={change.time} />
      </p>
      <Loaded query={query} lines={4}>
        {({ before, after, difference }) => (
          <>
            {before === null && change.category !== 'FILE_ADDED' && <p className="text small">{texts.noBefore}</p>}
            {after === null && change.category !== 'FILE_REMOVED' && <p className="text small">{texts.noAfter}</p>}
            <DifferenceLines difference={difference} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Each line keeps its sign, because colour alone must not distinguish lines. */
export function DifferenceLines({ difference }: { difference: string }): ReactNode {
  return (
    // A scrolling region must be reachable by keyboard.
    <pre className="difference" tabIndex={0} role="region" aria-label={texts.lines}>
      {difference
        .split('\n')
        .slice(0, -1)
        .map((line, at) => (
          <span key={at} className={toClassName(line)}>{`${line}\n`}</span>
        ))}
    </pre>
  );
}

function toClassName(line: string): string | undefined {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('@@') ? 'place' : undefined;
}
