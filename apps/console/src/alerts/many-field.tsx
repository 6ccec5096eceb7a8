import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field, SearchField, Tick } from '../parts/fields';
import { alertTexts } from '../texts/alerts';
import { idsIn, withId } from './domain/sender-draft';

/** More are searched. */
const MOST_AT_ONCE = 8;

interface ManyFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  id: string;
  value: string;
  options: readonly { value: string; label: string }[];
  change: (value: string) => void;
}

/** Several of many, as a list of ids. */
export function ManyField({ options, value, change, ...field }: ManyFieldProps): ReactNode {
  const [search, setSearch] = useState('');
  const chosen = idsIn(value);
  const found = options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <Field {...field}>
      {() => (
        <>
          {options.length > MOST_AT_ONCE && (
            <SearchField label={alertTexts.definition.searchIn(field.label)} value={search} change={setSearch} />
          )}
          <div role="group" aria-label={field.label} className="many">
            {found.map(({ value: id, label }) => (
              <Tick
                key={id}
                id={`${field.id}-${id}`}
                label={label}
                isOn={chosen.includes(id)}
                change={(isOn) => change(withId(value, id, isOn))}
              />
            ))}
          </div>
        </>
      )}
    </Field>
  );
}
