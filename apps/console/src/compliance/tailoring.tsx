import { Alert, Button } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type {
  PolicyRecord,
  RuleRecord,
  RuleTreeNodeRecord,
  TailoringRecord,
  ValueDefinitionRecord,
} from '@wardstone/client/compliance';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { request, useAction, useApi, useRefresh } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { ErrorState, Loaded } from '../parts/states';
import { ConsolePage, PartTabs } from '../parts/page';
import { useUnsaved } from '../parts/unsaved';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { RuleSwitches } from './rule-switches';
import { rulesBelow } from './tree';
import { ValueFields } from './value-fields';
import { isOfType } from './values';

const { tailoring: words } = texts;

/** Tailoring of a policy for a minor version. Switches are stored at once, values together. */
export function Tailoring(): ReactNode {
  const { policyId = '', minor = '' } = useParams();
  const path = `${COMPLIANCE}/policies/${encodeURIComponent(policyId)}/tailorings/${encodeURIComponent(minor)}`;
  const query = useApi<Single<TailoringRecord>>(path);
  const policy = useApi<Single<PolicyRecord>>(`${COMPLIANCE}/policies/${encodeURIComponent(policyId)}`);
  return (
    <ConsolePage
      title={words.title(minor)}
      trail={[
        { title: texts.title, to: '/compliance' },
        { title: policy.data?.data.title ?? texts.policy, to: `/compliance/policies/${policyId}?tab=tailorings` },
      ]}
    >
      <Loaded query={query}>{({ data }) => <Parts path={path} tailoring={data} />}</Loaded>
    </ConsolePage>
  );
}

interface TailoringProps {
  path: string;
  tailoring: TailoringRecord;
}

/** Entered values with their types; an undefined text resets the value. */
type Typed = ReadonlyMap<string, { text: string | undefined; type: string }>;

const NOTHING: Typed = new Map();

/** Both tabs; entered values survive switching tabs. */
function Parts({ path, tailoring }: TailoringProps): ReactNode {
  const [typed, setTyped] = useState(NOTHING);
  // Values that were overridden when the page opened stay listed after a reset.
  const [listed] = useState(() => Object.keys(tailoring.value_overrides));
  const refresh = useRefresh();
  const saving = useAction(async () => {
    const value_overrides = valuesAfter(tailoring.value_overrides, typed);
    await request(path, { method: 'PATCH', body: { value_overrides } });
    setTyped(NOTHING);
    await refresh();
  });
  useUnsaved(typed.size > 0);
  const isRight = [...typed.values()].every(({ text, type }) => text === undefined || isOfType(type, text));
  const values = { path, tailoring, typed, listed, setTyped };
  return (
    <>
      {typed.size > 0 && (
        <Alert
          variant={isRight ? 'info' : 'warning'}
          isInline
          title={words.unsaved(typed.size)}
          actionLinks={
            <>
              <Button
                size="sm"
                isLoading={saving.isBusy}
                isDisabled={!isRight || saving.isBusy}
                onClick={() => saving.run()}
              >
                {words.saveValues}
              </Button>
              <Button variant="link" size="sm" isDisabled={saving.isBusy} onClick={() => setTyped(NOTHING)}>
                {words.discard}
              </Button>
            </>
          }
        />
      )}
      {saving.error && <ErrorState error={saving.error} title={partTexts.refused} />}
      <PartTabs
        label={words.parts}
        tabs={[
          { name: 'rules', title: words.rules, content: () => <Rules path={path} tailoring={tailoring} /> },
          { name: 'values', title: words.values, content: () => <Values {...values} /> },
        ]}
      />
    </>
  );
}

function valuesAfter(stored: Readonly<Record<string, string>>, typed: Typed): Readonly<Record<string, string>> {
  const all = new Map<string, string | undefined>(Object.entries(stored));
  for (const [id, { text }] of typed) all.set(id, text);
  return Object.fromEntries([...all].filter((each): each is [string, string] => each[1] !== undefined));
}

function Rules({ path, tailoring }: TailoringProps): ReactNode {
  const source = `${path}/rule_tree`;
  const chosen = useApi<RuleTreeNodeRecord[]>(source);
  const queries = useQueryClient();
  const selected = useMemo(() => new Set(rulesBelow(chosen.data ?? [])), [chosen.data]);
  const mayAdd = useMay('compliance:policy:write');
  const mayRemove = useMay('compliance:policy:delete');
  const toggling = useAction(async ({ rule, isOn }: { rule: RuleRecord; isOn: boolean }) => {
    try {
      await request(`${path}/rules/${rule.id}`, { method: isOn ? 'PATCH' : 'DELETE' });
    } finally {
      await queries.invalidateQueries({ queryKey: [source] });
    }
  });
  return (
    <>
      {toggling.error && <ErrorState error={toggling.error} title={partTexts.refused} />}
      <Loaded query={chosen}>
        {() => (
          <RuleSwitches
            guideId={tailoring.security_guide_id}
            selected={selected}
            mayAdd={mayAdd}
            mayRemove={mayRemove}
            toggle={(rule, isOn) => toggling.run({ rule, isOn })}
          />
        )}
      </Loaded>
    </>
  );
}

interface ValuesProps extends TailoringProps {
  typed: Typed;
  listed: readonly string[];
  setTyped: (typed: Typed) => void;
}

function Values({ path, tailoring, typed, listed, setTyped }: ValuesProps): ReactNode {
  const { security_guide_id: guideId, value_overrides: settings } = tailoring;
  const mayChange = useMay('compliance:policy:write');
  const change = ({ id, value_type: type }: ValueDefinitionRecord, text: string | undefined): void => {
    const next = new Map(typed);
    if (text === settings[id]) next.delete(id);
    else next.set(id, { text, type });
    setTyped(next);
  };
  return (
    <ValueFields
      guideId={guideId}
      rulesPath={`${path}/rules`}
      others={[...listed, ...Object.keys(settings), ...typed.keys()]}
      settingOf={({ id }) => (typed.has(id) ? typed.get(id)!.text : settings[id])}
      fallbackOf={({ default_value: fallback }) => fallback}
      change={change}
      mayChange={mayChange}
    />
  );
}
