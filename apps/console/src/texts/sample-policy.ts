/** Words of the sample guide and its policy. */
export const samplePolicyTexts = {
  create: 'Create sample policy',
  help: 'Imports a guide of seven rules for any Linux system, and creates a policy for your systems. Nothing is scanned until you start it.',
  failed: 'The sample policy could not be created',
} as const;
