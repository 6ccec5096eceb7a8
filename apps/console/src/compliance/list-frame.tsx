import type { ReactNode } from 'react';
import { ConsolePage, PageTabs } from '../parts/page';
import { complianceTexts as texts } from '../texts/compliance';
import { frameworkTexts } from '../texts/frameworks';
import { waiverTexts } from '../texts/waivers';

const SECTIONS = [
  { to: '/compliance', title: texts.sections.policies },
  { to: '/compliance/systems', title: texts.sections.systems },
  { to: '/compliance/frameworks', title: frameworkTexts.title },
  { to: '/compliance/guides', title: texts.sections.guides },
  { to: '/compliance/exceptions', title: waiverTexts.title },
];

/** Frame of the lists of compliance. */
export function CompliancePage({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <ConsolePage title={texts.title} actions={actions} tabs={<PageTabs label={texts.sections.label} tabs={SECTIONS} />}>
      {children}
    </ConsolePage>
  );
}
