import type { ReactNode } from 'react';
import { useMay } from '../../api/caller';
import { LinkButton } from '../page';
import { partTexts } from '../../texts/parts';
import { newDefinitionPath, type Prefilled } from './new-definition-path';

/** Opens the alert form prefilled from what is shown; hidden from users who may not define alerts. */
export function AlertLink({ name, ...prefilled }: Prefilled & { name: string }): ReactNode {
  const mayAlert = useMay('MANAGE_ALERTS');
  if (!mayAlert) return null;
  return (
    <LinkButton variant="link" size="sm" aria-label={partTexts.alertOn.of(name)} to={newDefinitionPath(prefilled)}>
      {partTexts.alertOn.action}
    </LinkButton>
  );
}
