import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { shellTexts } from '../texts/shell';

export function NotFound(): ReactNode {
  const { title, body } = shellTexts.notFound;
  return (
    <EmptyPart
      title={title}
      headingLevel="h1"
      action={<LinkButton to="/overview">{shellTexts.areas.overview}</LinkButton>}
    >
      {body}
    </EmptyPart>
  );
}
