import type { ReactNode } from 'react';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField } from '../parts/forms';
import { Part } from '../parts/page';
import { onCallTexts as texts } from '../texts/on-call';

const OF_DEFINITION = '/rest/alert/definition/{id}/escalation';

/** Who is told when alerts of a stored definition stay unacknowledged. */
export function DefinitionPolicy({ id }: { id: number }): ReactNode {
  const used = useGet(OF_DEFINITION, { path: { id } }).data;
  const policies = useGet('/rest/on-call/escalation', { query: { ps: 1_000 } }).data;
  const changed = useChanged();
  if (!used || !policies) return null;
  const choose = (escalationId: string): void =>
    void changed(wardstone.put(OF_DEFINITION, { path: { id }, body: { escalationId: Number(escalationId) } }));
  return (
    <Part title={texts.policy}>
      {used.inherited ? (
        <p>
          {used.escalationName ?? texts.none}. {texts.inherited}
        </p>
      ) : (
        <ChoiceField
          label={texts.policy}
          value={String(used.escalationId)}
          change={choose}
          help={texts.policyHelp}
          options={[['0', texts.none], ...policies.map(({ id: each, name }) => [String(each), name] as const)]}
        />
      )}
    </Part>
  );
}
