import { PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { useMay } from '../shell/caller';
import { alertTexts } from '../texts/alerts';
import { ALERT_TABS } from './alerts-page';
import { DefinitionTable } from '../parts/monitoring/definition-table';

/** Definitions of resources, groups and types. */
export function DefinitionsPage(): ReactNode {
  const { list } = alertTexts.definition;
  const add = useMay('MANAGE_ALERTS') && (
    <LinkButton to="/alerts/definitions/new">{alertTexts.newDefinition}</LinkButton>
  );
  return (
    <>
      <PageHead title={list.title} actions={add} />
      <PageTabs label={alertTexts.pages} tabs={ALERT_TABS} />
      <PageSection hasBodyWrapper={false}>
        <DefinitionTable empty={<EmptyPart title={list.empty.title}>{list.empty.body}</EmptyPart>} />
      </PageSection>
    </>
  );
}
