import { PageSection } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type {
  PolicyRecord,
  RuleRecord,
  RuleTreeNodeRecord,
  TailoringRecord,
  ValueDefinitionRecord,
} from '@wardstone/dto/compliance';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { request } from '../api/client';
import { COMPLIANCE } from '../api/compliance';
import type { Single } from '../api/compliance';
import { useApi, useRefresh } from '../api/hooks';
import { useAction } from '../parts/action';
import { ErrorState } from '../parts/error-state';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { PartTabs } from '../parts/part-tabs';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { RuleSwitches } from './rule-switches';
import { rulesBelow } from './tree';
import { ValueFields } from './value-fields';

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

function Values({ path, tailoring }: TailoringProps): ReactNode {
  const { security_guide_id: guideId, value_overrides: settings } = tailoring;
  const mayChange = useMay('compliance:policy:write');
  const refresh = useRefresh();
  const store = async ({ id }: ValueDefinitionRecord, value: string | undefined): Promise<void> => {
    const others = Object.entries(settings).filter(([key]) => key !== id);
    const value_overrides = Object.fromEntries(value === undefined ? others : [...others, [id, value]]);
    await request(path, { method: 'PATCH', body: { value_overrides } });
    await refresh();
  };
  return (
    <ValueFields
      guideId={guideId}
      settingOf={({ id }) => settings[id]}
      fallbackOf={({ default_value: fallback }) => fallback}
      store={store}
      mayChange={mayChange}
    />
  );
}
