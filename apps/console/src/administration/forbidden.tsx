import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { administrationTexts as texts } from '../texts/administration';

/** In the place of what the viewer may not see. */
export function Forbidden(): ReactNode {
  return <EmptyPart title={texts.forbidden} />;
}
