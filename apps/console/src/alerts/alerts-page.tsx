import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/states';
import { LinkButton } from '../parts/page';
import { useMay } from '../api/caller';
import { alertTexts as texts } from '../texts/alerts';
import { AlertTable } from '../parts/monitoring/alert-table';
import { DefinitionTable } from '../parts/monitoring/definition-table';
import { AlertsFrame } from './frame';

/** Shown to users who may create definitions. */
function NewDefinitionLink(): ReactNode {
  return useMay('MANAGE_ALERTS') && <LinkButton to="/alerts/definitions/new">{texts.newDefinition}</LinkButton>;
}

/** Fired alerts. */
export function AlertsPage(): ReactNode {
  const { title, body } = texts.empty;
  return (
    <AlertsFrame actions={<NewDefinitionLink />}>
      <AlertTable
        empty={
          <EmptyPart
            title={title}
            body={body}
            action={<LinkButton to="/alerts/definitions">{texts.toDefinitions}</LinkButton>}
          />
        }
      />
    </AlertsFrame>
  );
}

/** Definitions of resources, groups and types. */
export function DefinitionsPage(): ReactNode {
  const { list } = texts.definition;
  return (
    <AlertsFrame title={list.title} actions={<NewDefinitionLink />}>
      <DefinitionTable empty={<EmptyPart {...list.empty} action={<NewDefinitionLink />} />} />
    </AlertsFrame>
  );
}
