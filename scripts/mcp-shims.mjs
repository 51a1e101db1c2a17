// Stands in the bundle for what the MCP package takes from its platform: streams, which are handed in instead, and a
// validator of answers, which only a client calls.
export const process = undefined;
export const DefaultJsonSchemaValidator = Object;
