import path from 'node:path';
import { itWritesTablesOfItsOwn } from '@wardstone/testing';

itWritesTablesOfItsOwn({
  service: 'compliance',
  src: path.join(__dirname, '..'),
  exceptions: {
    facts: {
      swept_organisation: 'the first result of an organisation lets it be swept, in the transaction of that',
    },
    monitoring: {
      monitoring_fact: 'what hands facts over removes them, or sets them aside',
    },
    'test-results': {
      test_result: 'ingest stores results; their removal and their days are of a room that reports and systems use',
    },
    waivers: {
      account: 'whatever an organisation stores first makes its account, in the transaction of that',
    },
    policies: {
      tailoring: 'a policy moves to another guide with its tailorings, in one transaction',
      tailoring_rule: 'the rules of these tailorings move in the same transaction',
      waiver: 'a waiver is asked for again where the new guide calls its rule otherwise, in the same transaction',
    },
    systems: {
      account: 'whatever an organisation stores first makes its account, in the transaction of that',
      tailoring_rule: 'the same statement gives the tailoring the rules of its profile',
      test_result: 'results know whether their system is assigned, in the transaction that assigns it',
      tailoring: 'assigning a system makes the tailoring for its minor version, in one statement with its rules',
    },
  },
  composed: {
    'guides/guide-import.queries.ts': ['profile', 'rule', 'rule_group', 'value_definition', 'fix', 'profile_rule'],
  },
});
