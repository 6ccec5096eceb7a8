import type { ReactNode } from 'react';
import type { ResourceWithType } from '@wardstone/dto/monitoring';
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
      <section aria-labelledby="fired-title">
        <h2 id="fired-title">{texts.ofResource.fired}</h2>
        <AlertTable resourceId={resourceId} empty={<EmptyPart title={texts.empty.title} headingLevel="h3" />} />
      </section>
      <section aria-labelledby="definitions-title">
        <div className="part-head">
          <h2 id="definitions-title">{texts.ofResource.definitions}</h2>
          {add}
        </div>
        <DefinitionTable
          resourceId={resourceId}
          empty={<EmptyPart title={texts.ofResource.noDefinitions} headingLevel="h3" />}
        />
      </section>
    </div>
  );
}
