/** A parameter of a handler whose operation is documented with it. */
export function documentedParameter(
  parameter: ParameterDecorator,
  ...documentation: readonly MethodDecorator[]
): ParameterDecorator {
  return (target, key, index) => {
    parameter(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const decorate of documentation) decorate(target, key!, descriptor);
  };
}
