// What ESLint refuses in files of the product, by the shape of the code; a test breaks each rule about queries and rooms.
const TIME_IS_A_PARAMETER = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Time is a parameter.',
};
const SQL_STANDS_IN_QUERIES = ['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
  selector: `${text}=/\\b(SELECT|INSERT INTO|UPDATE [a-z_]+ SET|DELETE FROM|JOIN [a-z_]+|WHERE|ORDER BY)\\s/]`,
  message: 'SQL stands in *.queries.ts; what rooms share of it in *.sql.ts.',
}));
const SHARED_SQL_READS = ['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
  selector: `${text}=/\\b((INSERT|MERGE)\\s+INTO|TRUNCATE|DELETE\\s+FROM|(?<!(FOR|KEY) )UPDATE)\\s/]`,
  message: 'SQL that rooms share only reads; writes stand in the *.queries.ts of the room that owns the table.',
}));
/** By the name that a query has everywhere; its text is read in `api/` alone. */
const QUERY_IS_A_CLASS = {
  selector:
    'Identifier[name=/^(query|parameters)$/] > TSTypeAnnotation > ' +
    ':matches(TSTypeReference[typeName.name=/^(Record|Readonly|Partial)$/], TSUnknownKeyword, TSObjectKeyword)',
  message: 'A query is an object of a class in libs/dto, read and documented by the decorator of the handler.',
};
/** Who uses a room imports its module, and gets services. */
const ROOM_IS_IMPORTED = [
  {
    selector: ":matches(Decorator[expression.callee.name='Global'], Property[key.name='global'][value.value=true])",
    message: 'The module of a room is not global: import it where it is used.',
  },
  {
    selector: "Property[key.name='exports'] > ArrayExpression > Identifier[name=/Queries$/]",
    message: 'A module exports services; its queries are its own.',
  },
];
/** In tests: `eventually()` waits for what happens, `processorTimeOf()` measures. */
const NOW = "callee.property.name='now'][callee.object.name";
const ELAPSED = "BinaryExpression[operator='-'][left.callee.property.name='now'][left.callee.object.name";
/** Of a variable: `Date.now() - DAY_MS` is a moment, not a duration. */
const SINCE_START = '[right.name=/^[a-z]/]';
const NO_WALL_CLOCK = {
  selector: [
    `CallExpression[callee.name='expect'] > CallExpression[${NOW}=/^(performance|Date)$/]`,
    `CallExpression[callee.name='expect'] ${ELAPSED}=/^(performance|Date)$/]${SINCE_START}`,
    `VariableDeclarator > ${ELAPSED}=/^(performance|Date)$/]${SINCE_START}`,
    "MemberExpression[object.name='process'][property.name='hrtime']",
  ].join(', '),
  message: 'A limit of the wall clock fails on a busy machine: see processorTimeOf() and eventually().',
};

module.exports = {
  NO_WALL_CLOCK,
  QUERY_IS_A_CLASS,
  ROOM_IS_IMPORTED,
  SHARED_SQL_READS,
  SQL_STANDS_IN_QUERIES,
  TIME_IS_A_PARAMETER,
};
