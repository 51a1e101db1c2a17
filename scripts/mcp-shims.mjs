// Replaces platform modules of the MCP package in the bundle: streams, which memvault passes in, and the validator of
// answers, which only clients use.
export const process = undefined;
export const DefaultJsonSchemaValidator = Object;
