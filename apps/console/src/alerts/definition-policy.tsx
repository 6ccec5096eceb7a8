import type { DefinitionEscalationRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGet } from '../api/client';
import { ChoiceField } from '../parts/forms';
import { useMay } from '../api/caller';
import { onCallTexts as texts } from '../texts/on-call';
import { ReceiverProblems } from './reach';

/** The escalation policy that a definition inherits from its group or type. */
export type InheritedPolicy = Pick<DefinitionEscalationRest, 'escalationId' | 'escalationName'>;

/** Id of the policy for a dry run; undefined for none, or if the viewer may not read it. */
export function useTriedPolicy(
  { escalationId }: { escalationId: number },
  inherited: InheritedPolicy | undefined,
): number | undefined {
  const mayRead = useMay('MANAGE_ALERTS');
  const id = escalationId || inherited?.escalationId;
  return (mayRead && id) || undefined;
}

interface PolicyFieldProps {
  /** 0 if there is none. */
  escalationId: number;
  change: (escalationId: number) => void;
  inherited: InheritedPolicy | undefined;
}

/** Selects the escalation policy of a definition; shown only to viewers who may read policies. */
export function PolicyField({ escalationId, change, inherited }: PolicyFieldProps): ReactNode {
  const mayRead = useMay('MANAGE_ALERTS');
  const policies = useGet('/rest/on-call/escalation', mayRead && { query: { ps: 1_000 } }).data;
  if (!policies) return null;
  const usual = inherited ? texts.inheritedPolicy(inherited.escalationName ?? texts.none) : texts.none;
  const chosen = policies.find(({ id }) => id === (escalationId || inherited?.escalationId));
  return (
    <>
      <h2>{texts.escalation}</h2>
      <ChoiceField
        id="definition-policy"
        label={texts.policy}
        value={String(escalationId)}
        change={(id) => change(Number(id))}
        help={texts.policyHelp}
        options={[['0', usual], ...policies.map(({ id, name }) => [String(id), name] as const)]}
      />
      {chosen && <ReceiverProblems receivers={chosen.steps.flatMap(({ receivers }) => receivers)} />}
      {policies.length === 0 && (
        <p>
          <Link to="/alerts/on-call/policies/new" target="_blank">
            {texts.addPolicy}
          </Link>
        </p>
      )}
    </>
  );
}
