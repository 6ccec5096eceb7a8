import { MACHINES_ENTITY } from './descriptor-parts';

/** Of the type of resource that stands for a policy of compliance that a machine has to meet (rule metrics-19). */
export const COMPLIANCE_PLUGIN = 'Compliance';
export const POLICY_TYPE = 'Compliance Policy';

/** The plugin of what the compliance service reports; no agent collects it. */
export const COMPLIANCE_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY}
]>
<plugin name="${COMPLIANCE_PLUGIN}" displayName="Compliance" version="1.0.0"
        description="Policies of the compliance service that machines are assigned to"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <service name="${POLICY_TYPE}" description="A policy that the machine is assigned to" class="CompliancePolicy">
    &machines;
    <metric property="score" displayName="Score" displayType="summary" defaultOn="true"
            description="Of the newest scan, 0 to 100"/>
    <metric property="scoreWithExceptions" displayName="Score with Exceptions" displayType="summary" defaultOn="true"
            description="Excepted rules count as passed"/>
    <metric property="failedRules" displayName="Failed Rules" displayType="summary" defaultOn="true"/>
    <metric property="verdict" displayName="Verdict" dataType="trait" displayType="summary"
            description="compliant, not_compliant, not_applicable or unsupported"/>
    <metric property="verdictWithExceptions" displayName="Verdict with Exceptions" dataType="trait"
            displayType="summary"/>
    <event name="compliance" displayName="Compliance"
           description="Non-compliant, compliant, rule failed, stale, exception expires"/>
  </service>
  <help>Up: the newest result is fresh. Unknown: it is stale.</help>
</plugin>
`;
