import { Content } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { ConsolePage, LinkButton } from '../parts/page';
import { shellTexts } from '../texts/shell';

/** Shown for an unknown page. */
export function NotFound(): ReactNode {
  const { title, body } = shellTexts.notFound;
  return (
    <ConsolePage title={title}>
      <Content component="p">{body}</Content>
      <LinkButton to="/overview">{shellTexts.areas.overview}</LinkButton>
    </ConsolePage>
  );
}
