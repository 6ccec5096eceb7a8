import { Button, Flex, Form } from '@patternfly/react-core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { GroupDefinitionRest, GroupRest } from '@wardstone/client/monitoring';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ConsolePage, Part } from '../parts/page';
import { ChoiceField, TextField, Tick, useFields } from '../parts/forms';
import { useAction, useGet, wardstone } from '../api/client';
import { ErrorState, Loaded } from '../parts/states';
import { differs, SAVED, useUnsaved } from '../parts/unsaved';
import { column, DataTable } from '../parts/list';
import { RemoveButton } from '../parts/remove-button';
import { groupTexts } from '../texts/groups';
import { DefinitionPreview } from './definition-preview';
import { intervalText, parseExpression, splitLines } from './domain/expression';
import { Expression } from './expression-field';

const texts = groupTexts.definitions;
const LIST = '/rest/group/definitions';
const DEFINITION = '/rest/group/definition/{id}';

type Draft = Pick<GroupDefinitionRest, 'name' | 'description' | 'recalcInterval' | 'recursive'> & { text: string };

const NEW: Draft = { name: '', description: '', recalcInterval: 0, recursive: false, text: '' };

function toDraft({ name, description, recalcInterval, recursive, expression }: GroupDefinitionRest): Draft {
  return { name, description, recalcInterval, recursive, text: expression.join('\n') };
}

/** A group definition, or a new one. */
export function GroupDefinitionPage(): ReactNode {
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const query = useGet(DEFINITION, !isNew && { path: { id } });
  return (
    <ConsolePage
      title={isNew ? texts.new : (query.data?.name ?? texts.title)}
      trail={[
        { title: groupTexts.title, to: '/groups' },
        { title: texts.title, to: '/groups/definitions' },
      ]}
      actions={
        query.data && (
          <RemoveButton
            action={texts.delete}
            title={texts.deleteTitle}
            remove={() => wardstone.delete(DEFINITION, { path: { id } })}
            to="/groups/definitions"
          >
            {texts.deleteBody}
          </RemoveButton>
        )
      }
    >
      {isNew ? (
        <DefinitionForm />
      ) : (
        <Loaded query={query}>
          {(definition) => (
            <div className="parts-of-page">
              <DefinitionForm key={definition.id} stored={definition} />
              <Made definition={definition} />
            </div>
          )}
        </Loaded>
      )}
    </ConsolePage>
  );
}

function DefinitionForm({ stored }: { stored?: GroupDefinitionRest }): ReactNode {
  const [draft, field] = useFields(() => (stored ? toDraft(stored) : NEW));
  const [saved, setSavedDraft] = useState(draft);
  useUnsaved(differs(draft, saved));
  const expression = parseExpression(draft.text);
  const isReadable = 'statements' in expression && expression.statements > 0;
  const isComplete = draft.name.trim() !== '' && isReadable;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [made, setMade] = useState<number>();
  const [isSaved, setSaved] = useState(false);
  const storedId = stored?.id ?? made;
  const save = useAction(async (calculates: boolean) => {
    setSaved(false);
    const { text, ...rest } = draft;
    const body = { ...rest, expression: splitLines(text) };
    const { id } =
      storedId === undefined
        ? await wardstone.post(LIST, { body })
        : ((await wardstone.put(DEFINITION, { path: { id: storedId }, body })) ?? { id: storedId });
    setMade(id);
    setSaved(true);
    setSavedDraft(draft);
    try {
      if (calculates) await wardstone.put(DEFINITION, { path: { id }, query: { recalculate: true }, body });
    } finally {
      for (const key of [DEFINITION, LIST, '/rest/group']) void queries.invalidateQueries({ queryKey: [key] });
    }
    if (!stored) await navigate(`/groups/definitions/${id}`, SAVED);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete) save.run(true);
  };
  const previewed = {
    id: storedId ?? 0,
    name: draft.name,
    expression: splitLines(draft.text),
    recursive: draft.recursive,
  };
  const intervals = [...new Set([...Object.keys(texts.intervals).map(Number), draft.recalcInterval])];
  return (
    <div className="group-definition">
      <Form onSubmit={submit} aria-label={texts.title}>
        <TextField {...field('name')} id="definition-name" label={groupTexts.name} maxLength={100} isRequired />
        <TextField
          {...field('description')}
          id="definition-description"
          label={texts.description}
          value={draft.description ?? ''}
          maxLength={100}
        />
        <Expression text={draft.text} change={field('text').change} />
        <ChoiceField
          id="definition-interval"
          label={texts.interval}
          value={String(draft.recalcInterval)}
          options={intervals.map((interval) => [String(interval), intervalText(interval)])}
          change={(interval) => field('recalcInterval').change(Number(interval))}
        />
        <Tick
          id="definition-recursive"
          label={texts.recursive}
          isOn={draft.recursive}
          change={field('recursive').change}
        />
        {save.error && <ErrorState error={save.error} title={isSaved ? texts.notCalculated : texts.failed} />}
        <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
          <Button type="submit" isLoading={save.isBusy} isDisabled={!isComplete || save.isBusy}>
            {texts.calculate}
          </Button>
          <Button variant="secondary" isDisabled={!isComplete || save.isBusy} onClick={() => save.run(false)}>
            {storedId === undefined ? texts.create : texts.save}
          </Button>
        </Flex>
      </Form>
      <DefinitionPreview body={isReadable ? previewed : undefined} isEmpty={'statements' in expression} />
    </div>
  );
}

function Made({ definition: { generatedGroupIds } }: { definition: GroupDefinitionRest }): ReactNode {
  const groups = useQueries({
    queries: generatedGroupIds.map((id) => ({
      queryKey: ['/rest/group', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => wardstone.get('/rest/group/{id}', { path: { id }, signal }),
    })),
  }).flatMap(({ data }) => (data ? [data] : []));
  return (
    <Part title={texts.made}>
      <DataTable<GroupRest>
        label={texts.made}
        rows={groups}
        toKey={({ id }) => String(id)}
        columns={[
          column('name', groupTexts.name, ({ id, name }) => <Link to={`/groups/${id}`}>{name}</Link>),
          column('members', groupTexts.members, 'number', ({ explicitCount }) => explicitCount),
        ]}
        empty={<p>{texts.none}</p>}
      />
    </Part>
  );
}
