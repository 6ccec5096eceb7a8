import { Button, ExpandableSection, PageSection, Switch, TextInput } from '@patternfly/react-core';
import type {
  PolicyRecord,
  RuleGroupRecord,
  RuleRecord,
  RuleTreeNodeRecord,
  TailoringRecord,
  ValueDefinitionRecord,
} from '@wardstone/dto/compliance';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { request } from '../api/client';
import { COMPLIANCE, quoted, sortedPage, wholeList } from '../api/compliance';
import type { Single } from '../api/compliance';
import { useApi, useFetched, useRefresh } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { ErrorState } from '../parts/error-state';
import { List } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { PartTabs } from '../parts/part-tabs';
import { useMay } from '../shell/caller';
import { partTexts } from '../texts/parts';
import { complianceTexts as texts } from '../texts/compliance';
import { SeverityLabel } from './labels';
import { countsBelow, rulesBelow } from './tree';

const { tailoring: words } = texts;

/** The tailoring of a policy for a minor version: each switch and value is stored when it is changed. */
export function Tailoring(): ReactNode {
  const { policyId = '', minor = '' } = useParams();
  const path = `${COMPLIANCE}/policies/${encodeURIComponent(policyId)}/tailorings/${encodeURIComponent(minor)}`;
  const query = useApi<Single<TailoringRecord>>(path);
  const policy = useApi<Single<PolicyRecord>>(`${COMPLIANCE}/policies/${encodeURIComponent(policyId)}`);
  return (
    <>
      <PageHead
        title={words.title(minor)}
        trail={[
          { title: texts.title, to: '/compliance' },
          { title: policy.data?.data.title ?? texts.policy, to: `/compliance/policies/${policyId}?tab=tailorings` },
        ]}
      />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>
          {({ data }) => (
            <PartTabs
              label={words.parts}
              tabs={[
                { name: 'rules', title: words.rules, content: () => <Rules path={path} tailoring={data} /> },
                { name: 'values', title: words.values, content: () => <Values path={path} tailoring={data} /> },
              ]}
            />
          )}
        </Loaded>
      </PageSection>
    </>
  );
}

interface TailoringProps {
  path: string;
  tailoring: TailoringRecord;
}

interface Editor {
  guide: string;
  guideId: string;
  groups: ReadonlyMap<string, RuleGroupRecord>;
  selected: ReadonlySet<string>;
  mayAdd: boolean;
  mayRemove: boolean;
  toggle: (ruleId: string, isOn: boolean) => void;
}

const EditorContext = createContext<Editor | undefined>(undefined);

function Rules({ path, tailoring }: TailoringProps): ReactNode {
  const guideId = tailoring.security_guide_id;
  const guide = `${COMPLIANCE}/security_guides/${guideId}`;
  const tree = useApi<RuleTreeNodeRecord[]>(`${guide}/rule_tree`, { staleTime: Infinity });
  const groups = useFetched(
    [guide, 'groups'],
    (signal) => wholeList<RuleGroupRecord>(`${guide}/rule_groups`, { sort_by: 'precedence' }, signal),
    { staleTime: Infinity },
  );
  const source = `${path}/rule_tree`;
  const chosen = useApi<RuleTreeNodeRecord[]>(source);
  const queries = useQueryClient();
  const [failure, setFailure] = useState<Error>();
  const selected = useMemo(() => new Set(rulesBelow(chosen.data ?? [])), [chosen.data]);
  const byId = useMemo(() => new Map(groups.data?.map((group) => [group.id, group])), [groups.data]);
  const mayAdd = useMay('compliance:policy:write');
  const mayRemove = useMay('compliance:policy:delete');
  const toggle = async (ruleId: string, isOn: boolean): Promise<void> => {
    setFailure(undefined);
    try {
      await request(`${path}/rules/${ruleId}`, { method: isOn ? 'PATCH' : 'DELETE' });
    } catch (error) {
      setFailure(error as Error);
    }
    await queries.invalidateQueries({ queryKey: [source] });
  };
  const editor = {
    guide,
    guideId,
    groups: byId,
    selected,
    mayAdd,
    mayRemove,
    toggle: (id: string, isOn: boolean) => void toggle(id, isOn),
  };
  return (
    <EditorContext value={editor}>
      {failure && <ErrorState error={failure} title={partTexts.refused} />}
      <p>{chosen.data && words.selected(selected.size)}</p>
      <Loaded query={chosen}>
        {() => (
          <Loaded query={groups}>
            {() => <Loaded query={tree}>{(nodes) => <Groups nodes={nodes} label={words.tree} />}</Loaded>}
          </Loaded>
        )}
      </Loaded>
    </EditorContext>
  );
}

function Groups({ nodes, label }: { nodes: readonly RuleTreeNodeRecord[]; label?: string }): ReactNode {
  return (
    <ul className="rule-tree" aria-label={label}>
      {nodes
        .filter((node) => node.type === 'rule_group' && rulesBelow([node]).length > 0)
        .map((node) => (
          <li key={node.id}>
            <Group node={node} />
          </li>
        ))}
    </ul>
  );
}

/** What is inside is asked for when it is opened. */
function Group({ node }: { node: RuleTreeNodeRecord }): ReactNode {
  const { groups, selected } = use(EditorContext)!;
  const [isOpen, setOpen] = useState(false);
  const children = node.children ?? [];
  const counts = countsBelow(children, selected);
  return (
    <ExpandableSection
      isIndented
      isExpanded={isOpen}
      onToggle={(_event, next) => setOpen(next)}
      toggleText={`${groups.get(node.id)?.title ?? node.id} (${counts.selected}/${counts.all})`}
    >
      {isOpen && (
        <>
          <Groups nodes={children} />
          {children.some(({ type }) => type === 'rule') && <RulesOfGroup groupId={node.id} />}
        </>
      )}
    </ExpandableSection>
  );
}

function RulesOfGroup({ groupId }: { groupId: string }): ReactNode {
  const { guide, guideId, selected, mayAdd, mayRemove, toggle } = use(EditorContext)!;
  const query = useFetched(
    [guide, 'rules', groupId],
    (signal) =>
      wholeList<RuleRecord>(
        `${guide}/rules`,
        { filter: `rule_group_id = ${quoted(groupId)}`, sort_by: 'precedence' },
        signal,
      ),
    { staleTime: Infinity },
  );
  return (
    <Loaded query={query} lines={2}>
      {(rules) => (
        <ul className="rule-switches">
          {rules.map(({ id, title, severity }) => {
            const isOn = selected.has(id);
            return (
              <li key={id}>
                <Switch
                  aria-label={words.isOn(title)}
                  isChecked={isOn}
                  isDisabled={isOn ? !mayRemove : !mayAdd}
                  onChange={(_event, next) => toggle(id, next)}
                />
                <Link to={`/compliance/guides/${guideId}/rules/${id}`}>{title}</Link>
                <SeverityLabel value={severity} />
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}

function Values({ path, tailoring }: TailoringProps): ReactNode {
  const source = `${COMPLIANCE}/security_guides/${tailoring.security_guide_id}/value_definitions`;
  return (
    <List<ValueDefinitionRecord>
      label={words.values}
      source={source}
      keyOf={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: words.searchValues }]}
      fetchPage={({ filter, sort = 'title', ...wanted }) => {
        const title = filter('q');
        return sortedPage(source, { ...wanted, sort }, title === undefined ? undefined : `title ~ ${quoted(title)}`);
      }}
      columns={[
        {
          name: 'title',
          title: words.value,
          isSortable: true,
          cell: (row) => (
            <>
              {row.title}
              <p className="text small">{row.description}</p>
            </>
          ),
        },
        {
          name: 'value',
          title: words.setTo,
          cell: (row) => (
            <ValueField
              key={`${row.id} ${tailoring.value_overrides[row.id] ?? ''}`}
              path={path}
              tailoring={tailoring}
              definition={row}
            />
          ),
        },
      ]}
      empty={<EmptyPart title={texts.none} />}
    />
  );
}

function ValueField({
  path,
  tailoring,
  definition,
}: TailoringProps & { definition: ValueDefinitionRecord }): ReactNode {
  const { id, title, default_value: fallback } = definition;
  const current = tailoring.value_overrides[id];
  const [text, setText] = useState(current ?? fallback ?? '');
  const [failure, setFailure] = useState<Error>();
  const mayChange = useMay('compliance:policy:write');
  const refresh = useRefresh();
  const store = async (value: string | undefined): Promise<void> => {
    const others = Object.entries(tailoring.value_overrides).filter(([key]) => key !== id);
    const value_overrides = Object.fromEntries(value === undefined ? others : [...others, [id, value]]);
    setFailure(undefined);
    try {
      await request(path, { method: 'PATCH', body: { value_overrides } });
      await refresh();
    } catch (error) {
      setFailure(error as Error);
    }
  };
  return (
    <form
      className="value-field"
      onSubmit={(event) => {
        event.preventDefault();
        void store(text);
      }}
    >
      <TextInput
        aria-label={`${words.setTo}: ${title}`}
        value={text}
        isDisabled={!mayChange}
        onChange={(_event, value) => setText(value)}
      />
      {mayChange && text !== (current ?? fallback ?? '') && <Button type="submit">{words.save}</Button>}
      {mayChange && current !== undefined && (
        <Button variant="link" isInline onClick={() => void store(undefined)}>
          {words.reset}
        </Button>
      )}
      <small>{words.fallback(fallback ?? texts.none)}</small>
      {failure && <ErrorState error={failure} title={partTexts.refused} />}
    </form>
  );
}
