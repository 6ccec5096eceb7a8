import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head';
import { PageTabs } from '../parts/page-tabs';
import { complianceTexts as texts } from '../texts/compliance';
import { waiverTexts } from '../texts/waivers';

const SECTIONS = [
  { to: '/compliance', title: texts.sections.policies },
  { to: '/compliance/systems', title: texts.sections.systems },
  { to: '/compliance/guides', title: texts.sections.guides },
  { to: '/compliance/exceptions', title: waiverTexts.title },
];

/** The head of the lists. */
export function ComplianceHead({ actions }: { actions?: ReactNode }): ReactNode {
  return (
    <>
      <PageHead title={texts.title} actions={actions} />
      <PageTabs label={texts.sections.label} tabs={SECTIONS} />
    </>
  );
}
