import { Button, HelperText, HelperTextItem, TextInput } from '@patternfly/react-core';
import type { ValueDefinitionRecord } from '@wardstone/dto/compliance';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { COMPLIANCE, quoted, sortedPage } from '../api/compliance';
import { useAction } from '../parts/action';
import { EmptyPart } from '../parts/empty-part';
import { ErrorState } from '../parts/error-state';
import { List } from '../parts/list-page';
import { complianceTexts as texts } from '../texts/compliance';
import { partTexts } from '../texts/parts';
import { flowing } from './flowing';
import { isOfType } from './values';

const { tailoring: words } = texts;

interface ValueFieldsProps {
  guideId: string;
  /** What is set for a value; undefined where nothing is. */
  settingOf: (definition: ValueDefinitionRecord) => string | undefined;
  /** What holds where nothing is set. */
  fallbackOf: (definition: ValueDefinitionRecord) => string | null;
  /** Sets a value, or takes back what was set. */
  store: (definition: ValueDefinitionRecord, value: string | undefined) => Promise<unknown>;
  mayChange?: boolean;
}

/** The values of a guide with what they are set to. */
export function ValueFields({ guideId, mayChange = true, ...field }: ValueFieldsProps): ReactNode {
  const source = `${COMPLIANCE}/security_guides/${guideId}/value_definitions`;
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
              <p className="text small">{flowing(row.description)}</p>
            </>
          ),
        },
        {
          name: 'value',
          title: words.setTo,
          cell: (row) => (
            <ValueField
              key={`${row.id} ${field.settingOf(row) ?? ''}`}
              definition={row}
              mayChange={mayChange}
              {...field}
            />
          ),
        },
      ]}
      empty={<EmptyPart title={texts.none} />}
    />
  );
}

type ValueFieldProps = Omit<ValueFieldsProps, 'guideId'> & { definition: ValueDefinitionRecord };

function ValueField({ definition, settingOf, fallbackOf, store, mayChange }: ValueFieldProps): ReactNode {
  const { title, value_type: type } = definition;
  const help = useId();
  const fallback = fallbackOf(definition);
  const setting = settingOf(definition);
  const current = setting ?? fallback ?? '';
  const [text, setText] = useState(current);
  const storing = useAction((value: string | undefined) => store(definition, value));
  const isRight = text === current || isOfType(type, text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRight && text !== current) storing.run(text);
  };
  return (
    <form className="value-field" onSubmit={submit}>
      <TextInput
        aria-label={`${words.setTo}: ${title}`}
        aria-describedby={help}
        value={text}
        isDisabled={!mayChange}
        validated={isRight ? 'default' : 'error'}
        onChange={(_event, value) => setText(value)}
      />
      {mayChange && text !== current && (
        <Button type="submit" isLoading={storing.isBusy} isDisabled={!isRight || storing.isBusy}>
          {words.save}
        </Button>
      )}
      {mayChange && setting !== undefined && (
        <Button variant="link" isInline isDisabled={storing.isBusy} onClick={() => storing.run(undefined)}>
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
      {storing.error && <ErrorState error={storing.error} title={partTexts.refused} />}
    </form>
  );
}
