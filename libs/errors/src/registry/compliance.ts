import { defineErrors } from '../error-type';

/** Errors of the compliance service. Texts of occurrences: rule compliance-12. */
export const ComplianceError = defineErrors('compliance', {
  invalid_query_string: {
    status: 400,
    description: 'The query string contains an invalid percent escape.',
    causes: ['A percent sign was not escaped as %25.'],
    resolution: ['Build the query string with a URL library.'],
  },
  invalid_parameter: {
    status: 422,
    description: 'A parameter or a key of the body is unknown, or its value is not permitted.',
    causes: ['A value is out of range or of the wrong type.', 'A parameter or key is not part of the operation.'],
    resolution: ['Read the message: it names the parameter. Compare it with the OpenAPI document.'],
  },
  invalid_json: {
    status: 422,
    description: 'The body of the request is not JSON.',
    causes: [
      'A quote, comma or bracket is missing.',
      'The body was truncated in transit.',
      'The body is in another format.',
    ],
    resolution: ['Check the body with a JSON parser and send it again.'],
    related: ['invalid_parameter', 'unsupported_media_type'],
  },
  invalid_filter: {
    status: 422,
    description:
      'The filter is malformed, names a field that this list does not have, or uses an operator that the field does not support.',
    causes: [
      'A value with spaces or special characters is not in double quotes.',
      'The field is not searchable on this list, or its name is misspelt.',
      'The field does not support the operator.',
    ],
    resolution: [
      'Read the message: it names the invalid part.',
      'Compare fields and operators with the description of the filter parameter in the OpenAPI document.',
    ],
    example: {
      request: 'GET /api/compliance/v2/policies?filter=color%3Dred',
      response: `{"errors":["Invalid parameter: Field 'color' not recognized for searching!"]}`,
    },
    related: ['invalid_parameter', 'invalid_sort'],
  },
  invalid_sort: {
    status: 422,
    description: 'The list cannot be sorted as sort_by requests.',
    causes: ['The column is not sortable on this list.', 'The direction is neither asc nor desc.'],
    resolution: ['Use one of the columns that the OpenAPI document lists, optionally followed by :asc or :desc.'],
    example: {
      request: 'GET /api/compliance/v2/policies?sort_by=description',
      response: `{"errors":["Result cannot be sorted by the 'description' column."]}`,
    },
    related: ['invalid_parameter', 'invalid_filter'],
  },
  record_invalid: {
    status: 406,
    description: 'The request is well-formed, but the record violates one or more rules. Nothing was stored.',
    causes: ['A required key is missing or blank.', 'A value is out of its range.', 'The title is taken already.'],
    resolution: ['Read all messages in the response: each names one rule.', 'Correct the values and send them again.'],
    example: {
      request: 'POST /api/compliance/v2/policies\n\n{}',
      response: `{"errors":["V2::Policy profile must exist","V2::Policy profile can't be blank","V2::Policy title can't be blank"]}`,
    },
  },
  record_out_of_reach: {
    status: 403,
    description: 'You may write records of this kind, but not this one: it is outside your inventory groups.',
    causes: [
      'Your access is limited to inventory groups that do not contain the system.',
      'The operation reports the host of an agent, and the caller is no agent.',
    ],
    resolution: ['Ask your administrator for access to the inventory group of the system.'],
    related: ['insufficient_scope'],
  },
  too_many_waivers: {
    status: 409,
    description:
      'The organisation has reached the limit of 5,000 exceptions that are requested, active, or were requested in the last 24 hours.',
    causes: [
      'A program requests an exception for each system instead of one for a policy, a group, or a list of systems.',
    ],
    resolution: [
      'Request one exception for a policy, an inventory group, or up to 1,000 systems.',
      'Withdraw exceptions that are no longer needed: DELETE /waivers/{waiver_id}. Those requested in the last 24 hours still count.',
    ],
    related: ['waiver_ended', 'record_out_of_reach'],
  },
  too_many_systems: {
    status: 409,
    description:
      'This agent has reached its limit: 20 registered systems, or 80 systems that were registered and removed.',
    causes: [
      'The agent registers its host under another id each time.',
      'A program that registers many hosts uses the login of an agent.',
    ],
    resolution: [
      'Report the host under its existing id: PUT /systems/{system_id}. A removed id can be registered again.',
      'Remove systems that are gone: DELETE /systems/{system_id}.',
      'Register many hosts as an operator; PUT /systems/{system_id}/owner gives a system to an agent.',
    ],
    related: ['duplicate_record', 'record_out_of_reach'],
  },
  duplicate_record: {
    status: 409,
    description: 'The record already exists.',
    causes: ['Another request stored the same record at the same moment.'],
    resolution: ['Read the existing record, or send the request again.'],
    related: ['record_invalid'],
  },
  policy_not_found: {
    status: 404,
    description: 'There is no policy with this id in your organisation.',
    causes: ['The policy was deleted.', 'The id is wrong.', 'The policy belongs to another organisation.'],
    resolution: ['List the policies and use an id from there.'],
  },
  system_not_found: {
    status: 404,
    description: 'There is no system with this id that you can see.',
    causes: [
      'The system was removed.',
      'The id is wrong.',
      'The system belongs to another organisation, or to an inventory group that you cannot see.',
      'The system is not assigned to the policy.',
    ],
    resolution: ['Check the id.', 'Ask your administrator which inventory groups you have access to.'],
  },
  scan_not_found: {
    status: 404,
    description: 'There is no scan with this id that you can see.',
    causes: [
      'The id is wrong.',
      'The scan belongs to a system that you cannot see. Agents see only scans of their own host.',
      'The scan was removed: each policy keeps the last 20 scans of a system.',
    ],
    resolution: ['List the scans and use an id from there.'],
    related: ['system_not_found', 'policy_not_found'],
  },
  evidence_schedule_not_found: {
    status: 404,
    description: 'The policy has no evidence schedule; its evidence is downloaded only on demand.',
    causes: ['A schedule was never set, or was deleted.'],
    resolution: ['Set a schedule with PUT /policies/{policy_id}/evidence_schedule.'],
    related: ['policy_not_found'],
  },
  scan_schedule_not_found: {
    status: 404,
    description: 'The policy has no scan schedule; its systems are scanned only on demand.',
    causes: ['A schedule was never set, or was deleted.'],
    resolution: ['Set a schedule with PUT /policies/{policy_id}/scan_schedule.'],
    related: ['policy_not_found'],
  },
  supported_profile_not_found: {
    status: 404,
    description:
      'The profile of the policy supports no minor version of an operating system, so no system can be assigned.',
    causes: ['The security guide was imported without minor versions.'],
    resolution: ['Import the guide again with os_minor_versions, or register minor versions for the profile.'],
    related: ['policy_not_found', 'unsupported_os_version'],
  },
  report_not_found: {
    status: 404,
    description: 'There is no report with this id in your organisation. A report has the id of its policy.',
    causes: ['The policy was deleted.', 'The id is wrong.', 'The report belongs to another organisation.'],
    resolution: ['List the reports and use an id from there.'],
    related: ['policy_not_found'],
  },
  waiver_not_found: {
    status: 404,
    description: 'There is no exception with this id that you have access to.',
    causes: [
      'The id is wrong.',
      'The exception is for systems that you have no access to.',
      'It belongs to another organisation.',
    ],
    resolution: ['List the exceptions with GET /waivers and use an id from there.'],
    related: ['waiver_ended'],
  },
  waiver_ended: {
    status: 409,
    description: 'The exception was already decided or withdrawn, or has expired, so it cannot be changed.',
    causes: ['Another person decided or withdrew it first.', 'Its expiry has passed.'],
    resolution: ['Check its state with GET /waivers/{waiver_id}. Request a new exception if it is still needed.'],
    related: ['own_waiver', 'waiver_not_found'],
  },
  own_waiver: {
    status: 403,
    description: 'An exception must be approved by a person other than its requester.',
    causes: ['You requested the exception yourself, and the setting WAIVER_APPROVER is `other`.'],
    resolution: ['Ask another person with the permission compliance:waiver:approve to decide.'],
    related: ['waiver_ended', 'insufficient_scope'],
  },
  test_result_not_found: {
    status: 404,
    description: 'The report has no test result with this id that you can see.',
    causes: [
      'The result was older than the retention when the next one was stored.',
      'The id is wrong.',
      'The system was removed, or belongs to an inventory group that you cannot see.',
    ],
    resolution: ['List the test results of the report and use an id from there.'],
    related: ['report_not_found', 'system_not_found'],
  },
  invalid_report: {
    status: 422,
    description:
      'The scan result is readable but does not match the system, its policies or their guides. Nothing was stored.',
    causes: [
      'The file is neither an ARF nor an XCCDF result.',
      'The system is not assigned to a policy with the profile that was scanned.',
      'The security guide used for the scan was never imported in that version.',
      'The system has changed the version of its operating system since the scan.',
      'A newer result of the same system and policy is stored already.',
    ],
    resolution: [
      'Read the message: it names the mismatch.',
      'Scan with the profile of a policy that the system is assigned to, and with a guide that is imported here.',
    ],
    example: {
      request:
        'POST /api/compliance/v2/systems/1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44/test_results\nContent-Type: application/xml\n\n<html/>',
      response: `{"errors":["Invalid report: wrong format or benchmark"]}`,
    },
    related: ['invalid_document', 'payload_too_large', 'unsupported_media_type'],
  },
  security_guide_not_found: {
    status: 404,
    description: 'There is no security guide with this id.',
    causes: ['The guide was deleted.', 'The id is wrong.'],
    resolution: ['List the security guides and use an id from there.', 'Import the guide if it is missing.'],
    related: ['profile_not_found'],
  },
  profile_not_found: {
    status: 404,
    description: 'The security guide has no profile with this id.',
    causes: ['The profile belongs to another guide.', 'A newer document of the guide no longer has the profile.'],
    resolution: ['List the profiles of the guide and use an id from there.'],
    related: ['security_guide_not_found'],
  },
  rule_not_found: {
    status: 404,
    description: 'There is no rule with this id here: in the guide, the profile or the tailoring that the path names.',
    causes: [
      'The rule belongs to another guide, or is not part of the profile.',
      'The rule is not assigned to the tailoring.',
      'The id is wrong.',
    ],
    resolution: ['List the rules of the guide, profile or tailoring and use an id from there.'],
    related: ['security_guide_not_found', 'profile_not_found', 'tailoring_not_found'],
  },
  rule_group_not_found: {
    status: 404,
    description: 'The security guide has no rule group with this id.',
    causes: ['The group belongs to another guide.', 'The id is wrong.'],
    resolution: ['List the rule groups of the guide and use an id from there.'],
    related: ['security_guide_not_found'],
  },
  value_definition_not_found: {
    status: 404,
    description: 'The security guide has no value definition with this id.',
    causes: ['The value belongs to another guide.', 'The id is wrong.'],
    resolution: ['List the value definitions of the guide and use an id from there.'],
    related: ['security_guide_not_found'],
  },
  tailoring_not_found: {
    status: 404,
    description: 'The policy has no tailoring with this id or for this minor version.',
    causes: [
      'No system with this minor version was ever assigned, so no tailoring was created.',
      'The tailoring belongs to another policy.',
      'The rule is already assigned to the tailoring.',
    ],
    resolution: ['List the tailorings of the policy.', 'Create the tailoring for the minor version.'],
    related: ['policy_not_found', 'unsupported_os_version'],
  },
  unsupported_os_version: {
    status: 422,
    description: 'The profile of the policy does not support this version of the operating system.',
    causes: [
      'No version of the guide registers the minor version for the profile.',
      'The minor version belongs to another major version.',
    ],
    resolution: [
      'List the supported profiles to see which minor versions there are.',
      'Import a guide that supports the version, or register the minor version for the profile.',
    ],
    example: {
      request:
        'POST /api/compliance/v2/policies/6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10/tailorings\n\n{"os_minor_version":99}',
      response: `{"errors":["Profile does not support OS version 8.99"]}`,
    },
    related: ['tailoring_not_found'],
  },
  invalid_document: {
    status: 422,
    description:
      'The uploaded document cannot be imported: it is not well-formed, not of the expected kind, or not safe to parse. Nothing was stored.',
    causes: [
      'The file was truncated in transit or is not XML in UTF-8.',
      'The file is not a SCAP source datastream: an OVAL or CPE file of the same package, for example.',
      'The document has a DOCTYPE, or exceeds the limits on depth, repetition or size.',
    ],
    resolution: [
      'Read the message: it names the reason and, for malformed XML, the place.',
      'Upload the file whose name ends in -ds.xml, unchanged.',
    ],
    example: {
      request: 'POST /api/compliance/v2/security_guides\nContent-Type: application/xml\n\n<!DOCTYPE html>',
      response: `{"errors":["Invalid document: DOCTYPE is not allowed"]}`,
    },
    related: ['payload_too_large', 'unsupported_media_type', 'processing_timed_out'],
  },
  security_guide_conflict: {
    status: 409,
    description:
      'A security guide with the same id and version already exists, and its document differs from the uploaded one.',
    causes: [
      'Related distributions ship guides with the same id and version but different content.',
      'The document was changed without a new version.',
    ],
    resolution: ['Keep the stored guide, or import again with replace=true to update it in place.'],
    related: ['security_guide_in_use'],
  },
  security_guide_in_use: {
    status: 409,
    description: 'The security guide cannot be deleted: policies, tailorings or scan results depend on it.',
    causes: ['A policy of some organisation is based on one of its profiles.', 'Scan results refer to the guide.'],
    resolution: ['Delete the policies that are based on the guide first, or keep the guide.'],
    related: ['security_guide_not_found'],
  },
  framework_not_found: {
    status: 404,
    description: 'There is no framework with this short name.',
    causes: ['The framework was removed.', 'The name is misspelt.'],
    resolution: ['List the frameworks and use a `ref_id` from there.'],
    related: ['rule_not_found'],
  },
  processing_timed_out: {
    status: 503,
    description: 'Parsing the uploaded document exceeded the time limit. Nothing was stored.',
    causes: ['The document is far larger than usual.', 'The service is overloaded.'],
    resolution: ['Try again later.', 'Split the content, or give the service more CPU.'],
    related: ['invalid_document', 'payload_too_large'],
  },
});
