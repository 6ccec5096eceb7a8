import type { SenderPropertyRest } from '@wardstone/client/monitoring';
import { useGet } from '../../api/client';
import { Loaded } from '../states';
import { alertTexts } from '../../texts/alerts';
import { configText, idsIn, isIdList, withEntry, withId } from './sender-draft';
import type { ObjectMap } from '@wardstone/dto';
import { ChoiceField, Field, SearchField, TextField, Tick } from '../forms';
import { type ComponentProps, type ReactNode, useState } from 'react';

const texts = alertTexts.definition;

interface SenderFieldsProps {
  id: string;
  senderName: string;
  config: ObjectMap;
  problemOf?: (property: string) => string | undefined;
  resourceId?: number | undefined;
  /** Properties that have no meaning here. */
  without?: readonly string[];
  change: (config: ObjectMap) => void;
}

/** Form fields for the properties of a sender, as declared by the service. */
export function SenderFields(props: SenderFieldsProps): ReactNode {
  const { id, senderName, config, problemOf, resourceId, without = [], change } = props;
  const query = useSender(senderName);
  return (
    <Loaded query={query} lines={2}>
      {({ properties = [] }) =>
        properties
          .filter(({ name }) => !without.includes(name))
          .filter(({ onlyWithProperty: other, onlyWithValue }) => !other || configText(config[other]) === onlyWithValue)
          .map((property) => (
            <PropertyField
              key={property.name}
              id={`${id}-${property.name}`}
              property={property}
              problem={problemOf?.(property.name)}
              config={config}
              resourceId={resourceId}
              change={(text) => change(withEntry(config, property.name, text))}
            />
          ))
      }
    </Loaded>
  );
}

/** A sender with the declaration of its properties. */
export function useSender(name: string) {
  return useGet(
    '/rest/alert/sender/{name}',
    { path: { name }, query: { include: 'properties' } },
    { staleTime: 300_000 },
  );
}

interface PropertyFieldProps {
  id: string;
  property: SenderPropertyRest;
  problem: string | undefined;
  config: ObjectMap;
  resourceId: number | undefined;
  change: (text: string) => void;
}

function PropertyField({ id, property, problem, config, resourceId, change }: PropertyFieldProps): ReactNode {
  const { name, label, help, required: isRequired, choices, kind, type } = property;
  const value = configText(config[name]);
  const field = { id, label, value, change, problem, help, isRequired };
  if (kind === 'operation') return <OperationChoice {...field} config={config} resourceId={resourceId} />;
  if (choices.length === 0) {
    if (type === 'PASSWORD') return <TextField {...field} type="password" autoComplete="new-password" />;
    return <TextField {...field} type={type === 'INTEGER' || type === 'LONG' ? 'decimal' : 'text'} />;
  }
  if (isIdList(kind)) return <ManyField {...field} options={choices} />;
  return <ChoiceField {...field} options={[['', texts.choose.nothing], ...pairs(choices)]} />;
}

const pairs = (choices: SenderPropertyRest['choices']): (readonly [string, string])[] =>
  choices.map(({ value, label }) => [value, label]);

interface OperationChoiceProps extends Omit<PropertyFieldProps, 'property'> {
  label: string;
  value: string;
  isRequired: boolean;
}

/** Operations of the resource; if it is unknown, a field for the id. */
function OperationChoice({ config, resourceId, ...field }: OperationChoiceProps): ReactNode {
  const mode = configText(config['selection-mode']);
  const specific = configText(config['selection-specific-resource-id']);
  const target = mode === 'SPECIFIC' ? Number(specific) || undefined : mode === 'RELATIVE' ? undefined : resourceId;
  const { data } = useGet('/rest/operation/definitions', target !== undefined && { query: { resourceId: target } });
  if (!data) return <TextField {...field} help={texts.operationId} type="decimal" />;
  const options = data.map(({ id, name }) => [String(id), name] as const);
  return <ChoiceField {...field} help={texts.operationHelp} options={[['', texts.choose.nothing], ...options]} />;
}

/** Maximum number of checkboxes; longer lists have a search. */
const MAX_AT_ONCE = 8;

interface ManyFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  id: string;
  value: string;
  options: readonly { value: string; label: string }[];
  change: (value: string) => void;
}

/** Selection of several entries, as a list of ids. */
function ManyField({ options, value, change, ...field }: ManyFieldProps): ReactNode {
  const [search, setSearch] = useState('');
  const chosen = idsIn(value);
  const found = options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <Field {...field}>
      {() => (
        <>
          {options.length > MAX_AT_ONCE && (
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
