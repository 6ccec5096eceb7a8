import type { ReactNode } from 'react';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField } from '../parts/forms';
import { Part } from '../parts/page';
import { incidentTexts } from '../texts/incidents';

const texts = incidentTexts.groupingOfDefinition;
const GROUPING = '/rest/alert/definition/{id}/grouping';
const CHOICES = ['HOST', 'DEFINITION', 'GROUP', 'CAUSE'] as const;

/** Changes how alerts of a stored definition are grouped into incidents. */
export function DefinitionGrouping({ id }: { id: number }): ReactNode {
  const used = useGet(GROUPING, { path: { id } }).data;
  const changed = useChanged();
  if (!used) return null;
  const { grouping, chosen, inherited } = used;
  const choose = (value: string): void => {
    const next = CHOICES.find((choice) => choice === value);
    void changed(wardstone.put(GROUPING, { path: { id }, body: next ? { grouping: next } : {} }));
  };
  return (
    <Part title={texts.title}>
      {inherited ? (
        <p>
          {texts.choices[grouping]}. {texts.inherited}
        </p>
      ) : (
        <ChoiceField
          label={texts.label}
          value={chosen ? grouping : ''}
          change={choose}
          help={texts.help}
          options={[
            ['', texts.usual(chosen ? undefined : texts.choices[grouping])],
            ...CHOICES.map((choice) => [choice, texts.choices[choice]] as const),
          ]}
        />
      )}
    </Part>
  );
}
