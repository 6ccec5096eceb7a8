import type { ReactNode } from 'react';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { Part } from '../part';
import { EmptyPart } from '../empty-part';
import { LinkButton } from '../link-button';
import { alertTexts as texts } from '../../texts/alerts';
import { AlertTable } from './alert-table';
import { DefinitionTable } from './definition-table';

/** What fired on a resource, and the definitions that watch it. */
export function AlertsOfResource({ resource: { resourceId } }: { resource: ResourceWithType }): ReactNode {
  const add = (
    <LinkButton to={`/alerts/definitions/new?resource=${resourceId}`} variant="secondary" size="sm">
      {texts.newDefinition}
    </LinkButton>
  );
  return (
    <div className="parts-of-page">
      <Part title={texts.ofResource.fired}>
        <AlertTable
          of={{ resourceId, descendants: true }}
          empty={<EmptyPart title={texts.empty.title} headingLevel="h3" />}
        />
      </Part>
      <Part title={texts.ofResource.definitions} actions={add}>
        <DefinitionTable
          resourceId={resourceId}
          empty={<EmptyPart title={texts.ofResource.noDefinitions} headingLevel="h3" />}
        />
      </Part>
    </div>
  );
}
