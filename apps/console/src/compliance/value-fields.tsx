import { Button, HelperText, HelperTextItem, TextInput } from '@patternfly/react-core';
import type { RuleRecord, ValueDefinitionRecord } from '@wardstone/client/compliance';
import { type ReactNode, useId } from 'react';
import { column, List } from '../parts/list';
import { COMPLIANCE, wholeList } from '../api/compliance';
import { slicePage, useFetched } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { complianceTexts as texts } from '../texts/compliance';
import { unwrapLines } from './flowing';
import { isOfType } from './values';

const { tailoring: words } = texts;

interface FieldProps {
  /** Set value; undefined if there is none. */
  settingOf: (definition: ValueDefinitionRecord) => string | undefined;
  /** Default value. */
  fallbackOf: (definition: ValueDefinitionRecord) => string | null;
  /** Called with the text after each keystroke, or with undefined to reset the value. */
  change: (definition: ValueDefinitionRecord, value: string | undefined) => void;
  mayChange?: boolean;
}

interface ValueFieldsProps extends FieldProps {
  guideId: string;
  /** Path of the list of rules whose values are offered. */
  rulesPath: string;
  /** Ids of further values to offer. */
  others: Iterable<string>;
  /** Offers only values of these rules. */
  isOn?: (rule: RuleRecord) => boolean;
}

/** Values used by rules, with their settings. */
export function ValueFields({ guideId, rulesPath, others, isOn = () => true, ...field }: ValueFieldsProps): ReactNode {
  const source = `${COMPLIANCE}/security_guides/${guideId}/value_definitions`;
  const definitions = useFetched(
    [source, 'whole'],
    (signal) => wholeList<ValueDefinitionRecord>(source, { sort_by: 'title' }, signal),
    { staleTime: Infinity },
  );
  const rules = useFetched([rulesPath, 'whole'], (signal) => wholeList<RuleRecord>(rulesPath, {}, signal));
  const used = new Set([...(rules.data ?? []).filter(isOn).flatMap((rule) => rule.value_checks), ...others]);
  return (
    <Loaded query={rules}>
      {() => (
        <Loaded query={definitions}>
          {(all) => <Values all={all.filter(({ id }) => used.has(id))} source={source} {...field} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type ValuesProps = FieldProps & { all: readonly ValueDefinitionRecord[]; source: string };

function Values({ all, source, ...field }: ValuesProps): ReactNode {
  return (
    <List<ValueDefinitionRecord>
      label={words.values}
      source={`${source} of ${all.length}`}
      toKey={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: words.searchValues }]}
      fetchPage={({ filter, ...wanted }) => {
        const text = (filter('q') ?? '').toLowerCase();
        return Promise.resolve(
          slicePage(
            all.filter(({ title }) => title.toLowerCase().includes(text)),
            wanted,
          ),
        );
      }}
      columns={[
        column('title', words.value, (row) => (
          <>
            {row.title}
            <p className="text small">{unwrapLines(row.description)}</p>
          </>
        )),
        column('value', words.setTo, (row) => <ValueField definition={row} {...field} />),
      ]}
      empty={<EmptyPart title={words.noValues} />}
    />
  );
}

function ValueField(props: FieldProps & { definition: ValueDefinitionRecord }): ReactNode {
  const { definition, settingOf, fallbackOf, change, mayChange = true } = props;
  const { title, value_type: type } = definition;
  const help = useId();
  const fallback = fallbackOf(definition);
  const setting = settingOf(definition);
  const isRight = setting === undefined || isOfType(type, setting);
  return (
    <div className="value-field">
      <TextInput
        aria-label={`${words.setTo}: ${title}`}
        aria-describedby={help}
        value={setting ?? fallback ?? ''}
        isDisabled={!mayChange}
        validated={isRight ? 'default' : 'error'}
        onChange={(_event, text) => change(definition, text === (fallback ?? '') ? undefined : text)}
      />
      {mayChange && setting !== undefined && (
        <Button variant="link" isInline onClick={() => change(definition, undefined)}>
          {words.reset}
        </Button>
      )}
      <HelperText id={help}>
        {isRight ? (
          <HelperTextItem>
            <span className="clamped">{words.fallback(fallback ?? texts.none)}</span>
          </HelperTextItem>
        ) : (
          <HelperTextItem variant="error">{words.types[type] ?? words.types['string']}</HelperTextItem>
        )}
      </HelperText>
    </div>
  );
}
