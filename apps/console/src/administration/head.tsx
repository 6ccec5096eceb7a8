import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { administrationTexts as texts } from '../texts/administration';

const ROOT = '/administration';
const SECTIONS = [
  { to: ROOT, title: texts.sections.accounts },
  { to: `${ROOT}/tokens`, title: texts.sections.tokens },
  { to: `${ROOT}/agents`, title: texts.sections.agents },
  { to: `${ROOT}/join-tokens`, title: texts.sections.invitations },
  { to: `${ROOT}/roles`, title: texts.sections.roles },
  { to: `${ROOT}/audit`, title: texts.sections.audit },
];

/** The head of every page of the administration. */
export function AdministrationHead({ actions }: { actions?: ReactNode }): ReactNode {
  return (
    <>
      <PageHead title={texts.title} actions={actions} />
      <PageTabs label={texts.sections.label} tabs={SECTIONS} />
    </>
  );
}
