import { StringField } from '../../fields';

/** The ids that there can be. */
export const ANY_ID = { min: 1, max: 2 ** 31 - 1 };

/** What every report of an agent has. See rule agents-1. */
export abstract class AgentReport {
  @StringField('Id assigned by the agent, among reports of this kind; a repeat returns the stored result', {
    minLength: 1,
    maxLength: 64,
    refusal: 'must be a text of 1 to 64 characters',
  })
  reportId!: string;
}
