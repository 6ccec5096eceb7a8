import { SEVERITIES, type Severity } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { ObjectMap } from '../values';
import { DRIFT_CATEGORIES, type DriftCategory } from './agents.dto';
import { REPORTED_TYPES, type ReportedType } from './availability.dto';

/** Range of valid ids. */
export const ANY_ID = { min: 1, max: 2 ** 31 - 1 };

/** Common fields of agents' reports. See rule agents-1. */
export abstract class AgentReport {
  @Field.String('Id assigned by the agent, among reports of this kind; a repeat returns the stored result', {
    minLength: 1,
    maxLength: 64,
    refusal: 'must be a text of 1 to 64 characters',
  })
  reportId!: string;
}

/** A report's entry for one resource. */
export abstract class ReportedItem {
  @Field.Int('Id of the resource', { ...ANY_ID, reason: 'unknown resource' })
  resourceId!: number;
}

/** DISABLED is missing, because only people disable a resource. */
type FoundType = Exclude<ReportedType, 'DISABLED'>;
const FOUND_TYPES = REPORTED_TYPES.filter((type): type is FoundType => type !== 'DISABLED');

@Dto('reportedAvailability', 'Availability of a resource')
export class ReportedAvailability extends ReportedItem {
  @Field.Enum('Availability', { values: FOUND_TYPES, reason: 'unknown type of availability' })
  type!: FoundType;
  @Field.Time('Start; 0 and future times mean now', { min: 0, optional: true, nullable: true })
  since?: number | null;
}

@Dto('availabilityReport', 'Availabilities')
export class AvailabilityReport extends AgentReport {
  @Field.Array('Availabilities', { of: () => ReportedAvailability, optional: true, nullable: true })
  items?: readonly ReportedAvailability[] | null;
  @Field.Boolean('Whether unchanged availabilities are left out', { optional: true, lenient: true })
  changesOnly?: boolean;
}

@Dto('reportedConfiguration', 'Configuration of a resource')
export class ReportedConfiguration extends ReportedItem {
  @Field.Object('The configuration as the agent finds it')
  resourceConfig!: ObjectMap;
}

@Dto('configurationReport', 'Configurations')
export class ConfigurationReport extends AgentReport {
  @Field.Array('Configurations', { of: () => ReportedConfiguration, optional: true, nullable: true })
  items?: readonly ReportedConfiguration[] | null;
}

const MAX_PATH_LENGTH = 4000;
const reason = `needs a known category and a path of at most ${MAX_PATH_LENGTH} characters`;

@Dto('reportedDrift', 'Change of a file')
export class ReportedDrift {
  @Field.Enum('Kind of change', { values: DRIFT_CATEGORIES, reason })
  category!: DriftCategory;
  @Field.String('Path of the file', { minLength: 1, maxLength: MAX_PATH_LENGTH, reason })
  path!: string;
  @Field.String('SHA-256 of the content, or of the target of a link; absent for files that were not read', {
    pattern: /^[0-9a-f]{64}$/,
    optional: true,
    refusal: 'must be 64 hexadecimal digits',
  })
  sha256?: string;
  @Field.Int('Size, in bytes', { min: 0, optional: true, refusal: 'must be a number of bytes' })
  size?: number;
  @Field.Int('Mode with the type of the file, as of stat', {
    min: 0,
    max: 0xffff,
    optional: true,
    refusal: 'must be a mode',
  })
  mode?: number;
  @Field.String('Numeric user and group, e.g. 0:0', {
    pattern: /^\d{1,10}:\d{1,10}$/,
    optional: true,
    refusal: 'must be a user and a group',
  })
  owner?: string;
  @Field.String('Text of the file, if the owner of the host permits it; secrets are withheld', {
    maxLength: 65_536,
    optional: true,
    refusal: 'must have a text of at most 64 KiB',
  })
  text?: string;
}

/** Maximum number of parts of a change set. */
const MAX_PARTS = 10_000;

@Dto('reportedChangeSet', 'Changes that an agent found for one definition at one time')
export class ReportedChangeSet extends ReportedItem {
  @Field.String('Name of the drift definition', { minLength: 1, refusal: 'must be a string' })
  definition!: string;
  @Field.Int('Number of the change set; 0 is the initial state', {
    min: 0,
    max: ANY_ID.max,
    refusal: 'must be a whole number from 0',
  })
  version!: number;
  @Field.Time('Time of detection; now when absent', { min: 0, optional: true })
  time?: number;
  @Field.Array('The files', { of: () => ReportedDrift, optional: true })
  drifts?: readonly ReportedDrift[];
  @Field.Boolean('Whether the files are compliant; when absent, the server compares them with the baseline', {
    optional: true,
    lenient: true,
  })
  inCompliance?: boolean;
  @Field.Int('Part of a change set that is sent in several, from 0, in order', {
    min: 0,
    max: MAX_PARTS,
    optional: true,
    refusal: `must be a whole number from 0 to ${MAX_PARTS}`,
  })
  part?: number;
  @Field.Boolean('Whether these are all files, a new baseline; the first version always is', {
    optional: true,
    lenient: true,
  })
  baseline?: boolean;
  @Field.Boolean('Whether the base directory is missing', { optional: true, lenient: true })
  baseDirectoryMissing?: boolean;
}

@Dto('driftReport', 'Change sets')
export class DriftReport extends AgentReport {
  @Field.Array('Change sets', { of: () => ReportedChangeSet, optional: true, nullable: true })
  changeSets?: readonly ReportedChangeSet[] | null;
}

const MAX_LOCATION_LENGTH = 2000;

@Dto('reportedEvent', 'An event of a resource')
export class ReportedEvent extends ReportedItem {
  @Field.String('Name of the event definition', { refusal: 'must be a string' })
  definition!: string;
  @Field.String('Source, e.g. a file', {
    maxLength: MAX_LOCATION_LENGTH,
    pattern: /\S/,
    refusal: `must be a string of at most ${MAX_LOCATION_LENGTH} characters`,
  })
  location!: string;
  @Field.String('Message', { refusal: 'must be a string' })
  detail!: string;
  @Field.Enum('Severity, case-insensitive', { values: SEVERITIES, open: true, reason: 'unknown severity' })
  severity!: Severity;
  @Field.Time('When it happened; 0 and future times mean now', { min: 0, optional: true })
  timestamp?: number;
}

@Dto('eventReport', 'Events')
export class EventReport extends AgentReport {
  @Field.Array('Events', { of: () => ReportedEvent, optional: true, nullable: true })
  events?: readonly ReportedEvent[] | null;
}

/** See rule metrics-1. */
const MIN_MS = 30_000;

@Dto('importReport', 'Resources to import, parents first')
export class ImportReport extends AgentReport {
  @Field.Array('Their ids', { of: 'integer', optional: true, nullable: true })
  resourceIds?: readonly number[] | null;
  @Field.Int('Longest interval, in ms, in which their metrics are collected', {
    min: MIN_MS,
    max: 2 ** 31 - 1,
    optional: true,
    nullable: true,
    refusal: `must be a number of ms, at least ${MIN_MS}`,
  })
  collectionInterval?: number | null;
}

const MAX_NAME_LENGTH = 500;

const NameField = (description: string): PropertyDecorator =>
  Field.String(description, {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    refusal: `must be a text of 1 to ${MAX_NAME_LENGTH} characters`,
  });

@Dto('reportedResource', 'A resource as an agent finds it')
export class ReportedResource {
  @NameField('Discovery key, unique below the parent')
  key!: string;
  @NameField('Name of its type')
  typeName!: string;
  @NameField('Plugin of its type')
  pluginName!: string;
  @NameField('Name of the resource')
  name!: string;
  @Field.String('Version; truncated to 100 characters', { optional: true, nullable: true })
  version?: string | null;
  @Field.String('Description; truncated to 1000 characters', { optional: true, nullable: true })
  description?: string | null;
  @Field.String('Location; truncated to 500 characters', { optional: true, nullable: true })
  location?: string | null;
  @Field.Object('Connection properties', { optional: true, nullable: true })
  pluginConfig?: ObjectMap | null;
  @Field.Object('Configuration', { optional: true, nullable: true })
  resourceConfig?: ObjectMap | null;
  @Field.Array('Resources below it', { of: () => ReportedResource, optional: true, nullable: true })
  children?: readonly ReportedResource[] | null;
}

@Dto('reportedRoot', 'A resource at the top of a discovery report')
export class ReportedRoot extends ReportedResource {
  @Field.Int('Parent resource; the platform of the agent when absent', {
    ...ANY_ID,
    optional: true,
    nullable: true,
    refusal: 'must be the id of a resource',
  })
  parentId?: number | null;
}

@Dto('inventoryReport', 'Discovered resources')
export class InventoryReport extends AgentReport {
  @Field.Array('Trees of resources', { of: () => ReportedRoot, optional: true, nullable: true })
  roots?: readonly ReportedRoot[] | null;
}

@Dto('discoveredResource', 'An accepted resource of the report')
export class DiscoveredResource {
  @Field.String('Position in the report, as a JSON pointer')
  path!: string;
  @Field.Int('Its id')
  resourceId!: number;
  @Field.String('Its inventory status')
  status!: string;
  @Field.Boolean('Whether the resource is new')
  created!: boolean;
}

@Dto('rejectedResource', 'A rejected resource of the report, with everything below it')
export class RejectedResource {
  @Field.String('Position in the report, as a JSON pointer')
  path!: string;
  @Field.String('Why')
  reason!: string;
}

@Dto('inventoryResult', 'Result of a discovery report')
export class InventoryResult {
  @Field.String('Id assigned by the agent')
  reportId!: string;
  @Field.Boolean('Whether the server requests all availabilities')
  resync!: boolean;
  @Field.Array('Accepted resources', { of: () => DiscoveredResource })
  resources!: readonly DiscoveredResource[];
  @Field.Array('Rejected resources', { of: () => RejectedResource })
  rejected!: readonly RejectedResource[];
}

const MAX_DESTINATION_LENGTH = 4000;

abstract class ReportedSample {
  @Field.Int('Id of the schedule', { ...ANY_ID, reason: 'unknown schedule {value}' })
  scheduleId!: number;
}

abstract class TimedSample extends ReportedSample {
  @Field.Time('When it was measured', { min: 0 })
  timestamp!: number;
}

@Dto('reportedNumber', 'A measured number')
export class ReportedNumber extends TimedSample {
  @Field.Number('Its value', { reason: 'the value is not a finite number' })
  value!: number;
}

@Dto('reportedTrait', 'A measured text')
export class ReportedTrait extends TimedSample {
  @Field.String('Its value, of at most 4000 bytes', { reason: 'the value is not a string' })
  value!: string;
}

@Dto('reportedCall', 'A measured call')
export class ReportedCall {
  @Field.String('Destination of the call', {
    maxLength: MAX_DESTINATION_LENGTH,
    refusal: `must be a text of at most ${MAX_DESTINATION_LENGTH} characters`,
  })
  callDestination!: string;
  @Field.Time('When the call began', { min: 0 })
  beginTime!: number;
  @Field.Int('Duration, in ms', { min: 0, refusal: 'must be a number of ms' })
  duration!: number;
}

@Dto('reportedCallTimes', 'Measured calls; all or none are stored')
export class ReportedCallTimes extends ReportedSample {
  @Field.Array('The calls', { of: () => ReportedCall })
  values!: readonly ReportedCall[];
}

@Dto('measurementReport', 'Numbers, traits and call times')
export class MeasurementReport extends AgentReport {
  @Field.Array('Numbers', { of: () => ReportedNumber, optional: true, nullable: true })
  numeric?: readonly ReportedNumber[] | null;
  @Field.Array('Traits', { of: () => ReportedTrait, optional: true, nullable: true })
  traits?: readonly ReportedTrait[] | null;
  @Field.Array('Call times', { of: () => ReportedCallTimes, optional: true, nullable: true })
  callTimes?: readonly ReportedCallTimes[] | null;
}

@Dto('rejectedItem', 'An item that was not stored')
export class RejectedItem {
  @Field.Int('Position of the item in the report, from 0')
  index!: number;
  @Field.String('Why')
  reason!: string;
}

@Dto('reportResult', 'Result of a report')
export class ReportResult {
  @Field.String('Id assigned by the agent')
  reportId!: string;
  @Field.Int('Number of items stored')
  accepted!: number;
  @Field.Array('Items that were rejected', { of: () => RejectedItem })
  rejected!: readonly RejectedItem[];
  @Field.Boolean('Whether the server requests a full inventory and all availabilities')
  resync!: boolean;
}
