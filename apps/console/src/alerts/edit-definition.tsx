import { Button, PageSection } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { request } from '../api/client';
import { useApi } from '../api/hooks';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { ErrorState } from '../parts/error-state';
import { Loaded } from '../parts/loaded';
import { LoadingLines } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { alertTexts } from '../texts/alerts';
import { DefinitionForm } from './definition-form';
import { changesOf, draftOfDefinition } from './domain/definition-draft';
import type { DefinitionDraft } from './domain/definition-draft';
import { ownerOf } from '../parts/monitoring/owner';
import { OwnerLink } from '../parts/monitoring/owner-link';
import { useSample } from './use-sample';

const texts = alertTexts.definition;
const LIST = '/rest/alert/definitions';

/** A stored definition. */
export function EditDefinition(): ReactNode {
  const { id = '' } = useParams();
  const path = `/rest/alert/definition/${encodeURIComponent(id)}`;
  const query = useApi<AlertDefinitionRest>(path);
  const [isRemoving, setRemoving] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await request(path, { method: 'DELETE' });
    void queries.invalidateQueries({ queryKey: [LIST] });
    await navigate('/alerts/definitions');
  };
  const { data } = query;
  return (
    <>
      <PageHead
        title={data?.name ?? texts.list.title}
        trail={[
          { title: alertTexts.title, to: '/alerts' },
          { title: texts.list.title, to: '/alerts/definitions' },
        ]}
        actions={
          data && (
            <Button variant="secondary" isDanger onClick={() => setRemoving(true)}>
              {texts.remove}
            </Button>
          )
        }
      >
        {data && (
          <p>
            {texts.owner} <OwnerLink definition={data} />
          </p>
        )}
      </PageHead>
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>{(definition) => <Stored definition={definition} path={path} />}</Loaded>
      </PageSection>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle}
          action={texts.remove}
          isDanger
          confirm={remove}
          close={() => setRemoving(false)}
        >
          {texts.removeBody}
        </ConfirmDialog>
      )}
    </>
  );
}

function Stored({ definition, path }: { definition: AlertDefinitionRest; path: string }): ReactNode {
  const { sample, error } = useSample(ownerOf(definition));
  const queries = useQueryClient();
  const [version, setVersion] = useState(0);
  if (sample === undefined) return error ? <ErrorState error={error} /> : <LoadingLines />;
  const metrics = sample?.schedules ?? [];
  const save = async (draft: DefinitionDraft): Promise<void> => {
    try {
      for (const { method, path: address, body } of changesOf(definition, draft, metrics)) {
        await request(address, { method, body });
      }
    } finally {
      // Conditions have other ids now, also when the last of the requests failed.
      await queries.invalidateQueries({ queryKey: [path] });
      void queries.invalidateQueries({ queryKey: [LIST] });
    }
    setVersion(version + 1);
  };
  return (
    <DefinitionForm
      key={version}
      initial={draftOfDefinition(definition, metrics)}
      isStored
      wasSaved={version > 0}
      sample={sample}
      action={texts.save}
      save={save}
    />
  );
}
