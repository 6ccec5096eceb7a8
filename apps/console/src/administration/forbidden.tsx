import type { ReactNode } from 'react';
import { EmptyPart } from '../parts/empty-part';
import { administrationTexts as texts } from '../texts/administration';

/** Shown instead of what the viewer is not allowed to see. */
export function Forbidden(): ReactNode {
  return <EmptyPart title={texts.forbidden} />;
}
