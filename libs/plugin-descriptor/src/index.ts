export { compareVersions } from './compare-versions';
export type {
  ConfigurationDefinition,
  ConfigurationValue,
  ConfigurationValues,
  Constraint,
  ListProperty,
  MapProperty,
  PropertyDefinition,
  SimpleProperty,
} from './configuration-definition';
export { DescriptorError, toDescriptorError } from './descriptor-error';
export { maskedValues } from './masked-values';
export type {
  LookUpDescriptor,
  PackageSource,
  PluginDescriptor,
  PluginPackage,
  ResolvedPlugin,
  ResolvedType,
} from './plugin-model';
export { readDescriptorText, walkTypes } from './read-descriptor';
export { DESCRIPTOR_ENTRY, readPackage, sourceOfBytes } from './read-package';
export { resolveTypes } from './resolve-types';
