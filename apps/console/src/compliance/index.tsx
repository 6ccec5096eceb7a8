import './compliance.css';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found';
import { PolicyChanges } from './changes';
import { CompareResults } from './compare-results';
import { AllFrameworks, AllOfFramework, PolicyFramework, SystemFramework } from './frameworks';
import { Guide } from './guide';
import { Guides } from './guides';
import { Policies } from './policies';
import { Policy } from './policy';
import { Profile } from './profile';
import { Result } from './result';
import { Rule } from './rule';
import { System } from './system';
import { SystemHistory } from './system-history';
import { Systems } from './systems';
import { Tailoring } from './tailoring';
import { PolicyPrint } from './policy-print';
import { Waiver } from './waiver';
import { Waivers } from './waivers';
import { PolicyWizard } from './wizard';

/** Policies and their reports, systems, security guides, exceptions. */
export default function Compliance(): ReactNode {
  return (
    <Routes>
      <Route index element={<Policies />} />
      <Route path="policies/new/:step?" element={<PolicyWizard />} />
      <Route path="policies/:policyId" element={<Policy />} />
      <Route path="policies/:policyId/print" element={<PolicyPrint />} />
      <Route path="policies/:policyId/results/:resultId" element={<Result />} />
      <Route path="policies/:policyId/changes" element={<PolicyChanges />} />
      <Route path="policies/:policyId/systems/:systemId" element={<SystemHistory />} />
      <Route path="policies/:policyId/systems/:systemId/compare" element={<CompareResults />} />
      <Route path="policies/:policyId/frameworks/:framework" element={<PolicyFramework />} />
      <Route path="policies/:policyId/tailorings/:minor" element={<Tailoring />} />
      <Route path="frameworks" element={<AllFrameworks />} />
      <Route path="frameworks/:framework" element={<AllOfFramework />} />
      <Route path="systems/:systemId/frameworks/:framework" element={<SystemFramework />} />
      <Route path="systems" element={<Systems />} />
      <Route path="systems/:systemId" element={<System />} />
      <Route path="guides" element={<Guides />} />
      <Route path="guides/:guideId" element={<Guide />} />
      <Route path="guides/:guideId/profiles/:profileId" element={<Profile />} />
      <Route path="guides/:guideId/rules/:ruleId" element={<Rule />} />
      <Route path="exceptions" element={<Waivers />} />
      <Route path="exceptions/:waiverId" element={<Waiver />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
