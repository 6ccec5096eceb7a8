import { ExpandableSection, Switch } from '@patternfly/react-core';
import type { RuleGroupRecord, RuleRecord, RuleTreeNodeRecord } from '@wardstone/client/compliance';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { SearchField } from '../parts/forms';
import { COMPLIANCE, compliancePage, quote, wholeList } from '../api/compliance';
import { useApi, useFetched } from '../api/client';
import { Loaded } from '../parts/states';
import { useRested } from '../parts/rested';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { SeverityLabel } from './labels';
import { countsBelow, rulesBelow } from './tree';

const { tailoring: words } = texts;

interface RuleSwitchesProps {
  guideId: string;
  /** Ids of the selected rules. */
  selected: ReadonlySet<string>;
  mayAdd?: boolean;
  mayRemove?: boolean;
  toggle: (rule: RuleRecord, isOn: boolean) => void;
  /** Whether rules open in a new tab, because leaving the page would lose the selection. */
  opensTabs?: boolean;
}

type Editor = Required<RuleSwitchesProps> & { guide: string; groups: ReadonlyMap<string, RuleGroupRecord> };

const EditorContext = createContext<Editor | undefined>(undefined);

/** The rules of a guide as a tree of groups, each with a switch. */
export function RuleSwitches(props: RuleSwitchesProps): ReactNode {
  const { guideId, selected, mayAdd = true, mayRemove = true, toggle, opensTabs = false } = props;
  const guide = `${COMPLIANCE}/security_guides/${guideId}`;
  const tree = useApi<RuleTreeNodeRecord[]>(`${guide}/rule_tree`, { staleTime: Infinity });
  const groups = useFetched(
    [guide, 'groups'],
    (signal) => wholeList<RuleGroupRecord>(`${guide}/rule_groups`, { sort_by: 'precedence' }, signal),
    { staleTime: Infinity },
  );
  const [text, setText] = useState('');
  const searched = useRested(text.trim());
  const byId = useMemo(() => new Map(groups.data?.map((group) => [group.id, group])), [groups.data]);
  return (
    <EditorContext value={{ guide, guideId, groups: byId, selected, mayAdd, mayRemove, toggle, opensTabs }}>
      <p aria-live="polite">{words.selected(selected.size)}</p>
      <SearchField label={texts.searchInRules} value={text} change={setText} />
      {searched === '' ? (
        <Loaded query={groups}>
          {() => <Loaded query={tree}>{(nodes) => <Groups nodes={nodes} label={words.tree} />}</Loaded>}
        </Loaded>
      ) : (
        <FoundRules text={searched} />
      )}
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

/** Children are loaded when the group is opened. */
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
  const { guide } = use(EditorContext)!;
  const query = useFetched(
    [guide, 'rules', groupId],
    (signal) =>
      wholeList<RuleRecord>(
        `${guide}/rules`,
        { filter: `rule_group_id = ${quote(groupId)}`, sort_by: 'precedence' },
        signal,
      ),
    { staleTime: Infinity },
  );
  return (
    <Loaded query={query} lines={2}>
      {(rules) => <RuleList rules={rules} />}
    </Loaded>
  );
}

const MAX_RESULTS = 50;

/** Rules of all groups, filtered by title. */
function FoundRules({ text }: { text: string }): ReactNode {
  const { guide } = use(EditorContext)!;
  const query = useFetched([guide, 'rules', 'found', text], (signal) =>
    compliancePage<RuleRecord>(`${guide}/rules`, {
      page: 0,
      size: MAX_RESULTS,
      query: { filter: `title ~ ${quote(text)}`, sort_by: 'title' },
      signal,
    }),
  );
  return (
    <Loaded query={query} lines={2}>
      {({ rows, total }) => (
        <>
          {total > rows.length && <p>{partTexts.chooser.first(rows.length, total)}</p>}
          {rows.length === 0 ? <p>{partTexts.noMatch.title}</p> : <RuleList rules={rows} />}
        </>
      )}
    </Loaded>
  );
}

function RuleList({ rules }: { rules: readonly RuleRecord[] }): ReactNode {
  const { guideId, selected, mayAdd, mayRemove, toggle, opensTabs } = use(EditorContext)!;
  return (
    <ul className="rule-switches">
      {rules.map((rule) => {
        const { id, title, severity } = rule;
        const isOn = selected.has(id);
        return (
          <li key={id}>
            <Switch
              aria-label={words.isOn(title)}
              isChecked={isOn}
              isDisabled={isOn ? !mayRemove : !mayAdd}
              onChange={(_event, next) => toggle(rule, next)}
            />
            <Link
              to={`/compliance/guides/${guideId}/rules/${id}`}
              {...(opensTabs ? { target: '_blank', rel: 'noopener' } : {})}
            >
              {title}
            </Link>
            <SeverityLabel value={severity} />
          </li>
        );
      })}
    </ul>
  );
}
