import { useQueryClient } from '@tanstack/react-query';
import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '@wardstone/client';
import { perform, useGet, wardstone } from '../api/client';
import { ErrorState, Loaded, LoadingLines } from '../parts/states';
import { ConsolePage } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { alertTexts } from '../texts/alerts';
import { DefinitionEvaluation } from './definition-evaluation';
import { DefinitionForm } from './definition-form';
import { DefinitionGrouping } from './definition-grouping';
import { type Change, type DefinitionDraft, draftOfDefinition, INCLUDED, listChanges } from './domain/definition-draft';
import { PartlySaved } from './partly-saved';
import { useMayChange, getOwner, OwnerLink } from '../parts/monitoring/owner';
import { useSample } from './use-sample';

const texts = alertTexts.definition;
const DEFINITION = '/rest/alert/definition/{id}';
const LIST = '/rest/alert/definitions';

/** Form of a stored definition. */
export function EditDefinition(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(DEFINITION, { path: { id }, query: { include: INCLUDED } });
  const { data } = query;
  const mayChange = useMayChange();
  return (
    <ConsolePage
      title={data?.name ?? texts.list.title}
      trail={[
        { title: alertTexts.title, to: '/alerts' },
        { title: texts.list.title, to: '/alerts/definitions' },
      ]}
      actions={
        data &&
        mayChange(data) && (
          <RemoveButton
            action={texts.remove}
            title={texts.removeTitle}
            remove={() => wardstone.delete(DEFINITION, { path: { id } })}
            to="/alerts/definitions"
          >
            {texts.removeBody}
          </RemoveButton>
        )
      }
      below={
        data && (
          <p>
            {texts.owner} <OwnerLink definition={data} />
          </p>
        )
      }
    >
      <Loaded query={query}>
        {(definition) => (
          <>
            <Stored definition={definition} />
            {isExpression(definition) && <DefinitionEvaluation id={definition.id} />}
            {mayChange(definition) && <DefinitionGrouping id={definition.id} />}
          </>
        )}
      </Loaded>
    </ConsolePage>
  );
}

/** Converts the error of a single request to an error of the whole form. */
function within(place: string, { status, type, detail, fields }: ApiError): ApiError {
  return new ApiError(status, type, detail, new Map([...fields].map(([name, problems]) => [place + name, problems])));
}

function Stored({ definition }: { definition: AlertDefinitionRest }): ReactNode {
  const owner = getOwner(definition);
  const mayChange = useMayChange();
  const { sample, error } = useSample(owner);
  const escalation = useGet(`${DEFINITION}/escalation`, { path: { id: definition.id } });
  const queries = useQueryClient();
  const [version, setVersion] = useState(0);
  const policy = escalation.data;
  const failure = error ?? escalation.error;
  if (sample === undefined || !policy) return failure ? <ErrorState error={failure} /> : <LoadingLines />;
  const escalationId = policy.inherited ? 0 : policy.escalationId;
  const metrics = sample?.schedules ?? [];
  const save = async (draft: DefinitionDraft): Promise<void> => {
    const changes = listChanges(definition, draft, metrics, escalationId);
    const stored: Change[] = [];
    try {
      for (const change of changes) {
        await perform(change.operation);
        stored.push(change);
      }
    } catch (refusal) {
      const { place } = changes[stored.length]!;
      const error = refusal instanceof ApiError && place !== undefined ? within(place, refusal) : (refusal as Error);
      if (stored.length === 0) throw error;
      throw new PartlySaved(error, stored.map(toName), changes.slice(stored.length).map(toName));
    } finally {
      // The conditions have new ids; the next save compares the form with the newly stored definition.
      await queries.invalidateQueries({ queryKey: [DEFINITION] });
      void queries.invalidateQueries({ queryKey: [LIST] });
    }
    setVersion(version + 1);
  };
  return (
    <DefinitionForm
      key={version}
      initial={draftOfDefinition(definition, metrics, escalationId)}
      isStored
      wasSaved={version > 0}
      sample={sample}
      {...(owner ? { owner } : {})}
      {...(policy.inherited ? { inherited: policy } : {})}
      isReadOnly={!mayChange(definition)}
      action={texts.save}
      save={save}
    />
  );
}

function toName({ of }: Change): string {
  return texts.changed[of.kind](of.name);
}

/** Whether it is an expression of one resource; that of a group or type is evaluated on each member. */
function isExpression(definition: AlertDefinitionRest): boolean {
  const isOfResource = definition.owner?.kind === 'RESOURCE';
  return isOfResource && (definition.conditions ?? []).some(({ category }) => category === 'EXPRESSION');
}
