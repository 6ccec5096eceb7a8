import { PATH_METADATA } from '@nestjs/common/constants';
import { ApiParam } from '@nestjs/swagger';
import { ApiErrors, type ErrorName } from '@wardstone/errors';

interface PathId {
  readonly description: string;
  readonly schema: { readonly type: 'string'; readonly format?: 'uuid'; readonly example: string };
  /** Error of an unknown id. */
  readonly notFound: ErrorName;
}

const id = (description: string, example: string, notFound: ErrorName): PathId => ({
  description,
  schema: { type: 'string', format: 'uuid', example },
  notFound,
});
const key = (description: string, example: string, notFound: ErrorName): PathId => ({
  description,
  schema: { type: 'string', example },
  notFound,
});

/** Documentation of ids in paths by name; each refers to a record that may not exist. */
export type PathIds = Readonly<Record<string, PathId>>;

const PATH_IDS: PathIds = {
  security_guide_id: id('Id of the security guide', '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21', 'security_guide_not_found'),
  profile_id: key(
    'Id of the profile, or its ref_id with `-` for every `.`',
    'xccdf_org-ssgproject-content_profile_cis',
    'profile_not_found',
  ),
  rule_id: key(
    'Id of the rule, or its ref_id with `-` for every `.`',
    'xccdf_org-ssgproject-content_rule_file_groupowner_etc_shadow',
    'rule_not_found',
  ),
  rule_group_id: id('Id of the rule group', '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820', 'rule_group_not_found'),
  value_definition_id: id('Id of the value', 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11', 'value_definition_not_found'),
  policy_id: id('Id of the policy', '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10', 'policy_not_found'),
  tailoring_id: key('Id of the tailoring, or its minor version of the operating system', '4', 'tailoring_not_found'),
  system_id: id('Id of the system', '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44', 'system_not_found'),
  report_id: id(
    'Id of the report; same as that of its policy',
    '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
    'report_not_found',
  ),
  framework_ref_id: key('Short name of the framework', 'nist-800-53', 'framework_not_found'),
  sha256: key(
    'SHA-256 of the file',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'security_guide_not_found',
  ),
  waiver_id: id('Id of the waiver', '9d2f5b71-4c08-4e6a-b3d9-1a7e0c5f8b24', 'waiver_not_found'),
  scan_id: id('Id of the scan', '5f1d6c7e-2b0a-4c83-9e5f-7a3b1d9c0e42', 'scan_not_found'),
  test_result_id: id('Id of the test result', 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26', 'test_result_not_found'),
};

/** For operations that address a profile or rule only by its own id. */
export const OWN_PROFILE_ID: PathIds = {
  profile_id: id('Id of the profile', '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77', 'profile_not_found'),
};
export const OWN_RULE_ID: PathIds = {
  rule_id: id('Id of the rule', '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153', 'rule_not_found'),
};

/**
 * Documents the ids in the paths of a controller, with `otherwise` for unusual ones, and the error of each unknown id.
 */
export const ApiPathIds =
  (otherwise: PathIds = {}): ClassDecorator =>
  (controller) => {
    const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const handlers = Object.getOwnPropertyDescriptors(controller.prototype as object);
    for (const [method, handler] of Object.entries(handlers)) {
      const route = Reflect.getMetadata(PATH_METADATA, handler.value as object) as string | undefined;
      const names = route === undefined ? [] : [...`${prefix}/${route}`.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      // Later declarations come first in the document.
      for (const name of names.reverse()) {
        const { notFound, ...documented } = otherwise[name] ?? PATH_IDS[name]!;
        ApiErrors(notFound)(controller.prototype as object, method, handler);
        ApiParam({ name, ...documented })(controller.prototype as object, method, handler);
      }
    }
  };
