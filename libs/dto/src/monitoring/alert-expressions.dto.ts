import { Dto, Field } from '../fields';
import type { Double, TextMap } from '../values';

@Dto('expression', 'Evaluation of the condition of category EXPRESSION, and what its alerts carry')
export class AlertExpression {
  @Field.Int('Interval of evaluation in seconds, 10 to 86400; 60 by default', { optional: true })
  seconds?: number;
  @Field.Int('Seconds for which a series has to last before its alert fires; 0 by default', { optional: true })
  forSeconds?: number;
  @Field.Int('Seconds for which an alert keeps firing once its series is missing; 0 by default', { optional: true })
  keepFiringSeconds?: number;
  @Field.TextMap('Labels added to those of the series: templates by name, without the value', {
    optional: true,
  })
  labels?: TextMap;
  @Field.TextMap('Texts of alerts: templates by name, such as summary', { optional: true })
  annotations?: TextMap;
  @Field.String(
    'Name of the series that store the results: a recording rule, which fires no alerts. Definitions of the installation only',
    { optional: true },
  )
  record?: string;
  @Field.Int('Maximum number of series of an evaluation; with more, it fails; 0 (the default) means 1000', {
    optional: true,
  })
  limit?: number;
  @Field.Int('Seconds by which the expression reads samples before the time of evaluation; 0 by default', {
    optional: true,
  })
  queryOffsetSeconds?: number;
  @Field.String(
    'Group of rules, which are evaluated at the same times and in order: each sees what earlier ones store. Definitions of the installation only',
    { optional: true },
  )
  group?: string;
  @Field.String(
    'Rule file that the group came from; groups of the same name but different files are different groups',
    {
      optional: true,
    },
  )
  file?: string;
  @Field.Int('Position of the rule in its group, from 0; rules with the same position are sorted by id', {
    optional: true,
  })
  position?: number;
}

@Dto('installation', 'The resource for the whole installation')
export class InstallationRest {
  @Field.Int('Id of the resource: expressions of its alert definitions read all series that their authors see')
  resourceId!: number;
}

@Dto('point', 'A value of a series')
export class ExpressionPoint {
  @Field.Time('Time')
  timeStamp!: number;
  @Field.Double('Value, which is finite')
  value!: Double;
}

@Dto('series', 'A series that an expression returned')
export class ExpressionResultSeries {
  @Field.TextMap('Labels of its alert')
  labels!: TextMap;
  @Field.Array('Its values, oldest first', { of: () => ExpressionPoint })
  dataPoints!: readonly ExpressionPoint[];
}

@Dto('result', 'Series that an expression returned at the end of the window, without its threshold')
export class ExpressionResult {
  @Field.Time('Beginning')
  startTime!: number;
  @Field.Time('End')
  endTime!: number;
  @Field.Int('Interval between values, in ms')
  step!: number;
  @Field.Int('Number of series')
  seriesCount!: number;
  @Field.Array('The first twenty of these', { of: () => ExpressionResultSeries })
  series!: readonly ExpressionResultSeries[];
}

/** States of a series that an alert expression returned. */
export const INSTANCE_STATES = ['PENDING', 'FIRING'] as const;
export const EVALUATION_HEALTHS = ['OK', 'ERROR', 'OFF', 'WAITING'] as const;

@Dto('instance', 'A series that an expression returned')
export class AlertInstanceRest {
  @Field.Enum('Waiting for its duration, or fired', { values: INSTANCE_STATES })
  state!: (typeof INSTANCE_STATES)[number];
  @Field.TextMap('Labels of its alert')
  labels!: TextMap;
  @Field.TextMap('Annotations of its alert')
  annotations!: TextMap;
  @Field.Double('Value at the last evaluation')
  value!: Double;
  @Field.Time('When it was first returned')
  activeTime!: number;
  @Field.Int('Resource of its alert')
  resourceId!: number;
  @Field.String('Name of that resource')
  resourceName!: string;
}

@Dto('evaluation', 'State of a definition with an expression')
export class AlertEvaluation {
  @Field.Int('Id of the definition')
  definitionId!: number;
  @Field.Enum('OK; the last evaluation failed; off, because the author lacks permissions; or not evaluated yet', {
    values: EVALUATION_HEALTHS,
  })
  health!: (typeof EVALUATION_HEALTHS)[number];
  @Field.String('Why it failed or is off', { nullable: true })
  problem!: string | null;
  @Field.String('Login of the author, with whose permissions the expression is evaluated', { nullable: true })
  author!: string | null;
  @Field.Time('Time of the last evaluation that succeeded; 0 for none')
  evaluatedTime!: number;
  @Field.Int('Duration of the last evaluation in milliseconds')
  durationMs!: number;
  @Field.Int('Number of series that the last evaluation returned')
  series!: number;
  @Field.Time(
    'Until this time nothing fires or recovers, since samples are incomplete after an interruption; 0 if there was none',
  )
  settlingUntil!: number;
  @Field.Array('The first hundred pending and firing series on resources that the caller sees', {
    of: () => AlertInstanceRest,
  })
  instances!: readonly AlertInstanceRest[];
}
