import { PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { useMay } from '../shell/caller';
import { alertTexts as texts } from '../texts/alerts';
import { silenceTexts } from '../texts/silences';
import { AlertTable } from '../parts/monitoring/alert-table';

export const ALERT_TABS = [
  { to: '/alerts', title: texts.fired },
  { to: '/alerts/definitions', title: texts.definitions },
  { to: '/alerts/silences', title: silenceTexts.title },
];

/** For who may define alerts. */
export function NewDefinitionLink(): ReactNode {
  return useMay('MANAGE_ALERTS') && <LinkButton to="/alerts/definitions/new">{texts.newDefinition}</LinkButton>;
}

/** Alerts that fired. */
export function AlertsPage(): ReactNode {
  const { title, body } = texts.empty;
  return (
    <>
      <PageHead title={texts.title} actions={<NewDefinitionLink />} />
      <PageTabs label={texts.pages} tabs={ALERT_TABS} />
      <PageSection hasBodyWrapper={false}>
        <AlertTable
          empty={
            <EmptyPart
              title={title}
              body={body}
              action={<LinkButton to="/alerts/definitions">{texts.toDefinitions}</LinkButton>}
            />
          }
        />
      </PageSection>
    </>
  );
}
