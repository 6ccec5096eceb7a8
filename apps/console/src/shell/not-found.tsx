import { Content, PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { LinkButton } from '../parts/link-button';
import { PageHead } from '../parts/page-head';
import { shellTexts } from '../texts/shell';

/** In the place of a page that does not exist. */
export function NotFound(): ReactNode {
  const { title, body } = shellTexts.notFound;
  return (
    <>
      <PageHead title={title} />
      <PageSection hasBodyWrapper={false}>
        <Content component="p">{body}</Content>
        <LinkButton to="/overview">{shellTexts.areas.overview}</LinkButton>
      </PageSection>
    </>
  );
}
