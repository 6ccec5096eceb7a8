import { PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { alertTexts } from '../texts/alerts';
import { ALERT_TABS, NewDefinitionLink } from './alerts-page';
import { DefinitionTable } from '../parts/monitoring/definition-table';

/** Definitions of resources, groups and types. */
export function DefinitionsPage(): ReactNode {
  const { list } = alertTexts.definition;
  return (
    <>
      <PageHead title={list.title} actions={<NewDefinitionLink />} />
      <PageTabs label={alertTexts.pages} tabs={ALERT_TABS} />
      <PageSection hasBodyWrapper={false}>
        <DefinitionTable empty={<EmptyPart {...list.empty} action={<NewDefinitionLink />} />} />
      </PageSection>
    </>
  );
}
