import type { ReactNode } from 'react';
import { ConsolePage, PageTabs } from '../parts/page';
import { administrationTexts as texts } from '../texts/administration';
import { EmptyPart } from '../parts/states';

const ROOT = '/administration';
const SECTIONS = [
  { to: ROOT, title: texts.sections.accounts },
  { to: `${ROOT}/tokens`, title: texts.sections.tokens },
  { to: `${ROOT}/agents`, title: texts.sections.agents },
  { to: `${ROOT}/join-tokens`, title: texts.sections.invitations },
  { to: `${ROOT}/roles`, title: texts.sections.roles },
  { to: `${ROOT}/audit`, title: texts.sections.audit },
];

/** A page of the administration. */
export function AdministrationPage({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <ConsolePage title={texts.title} actions={actions} tabs={<PageTabs label={texts.sections.label} tabs={SECTIONS} />}>
      {children}
    </ConsolePage>
  );
}

/** Shown in place of a page that the viewer may not see. */
export function Forbidden(): ReactNode {
  return <EmptyPart title={texts.forbidden} />;
}
