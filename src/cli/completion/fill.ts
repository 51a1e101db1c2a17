// Puts the generated lines of a script into its template in templates/completion/.

/** Each `@NAME@` replaced by its lines. Throws where the template and the names do not fit each other. */
export function fillTemplate(template: string, parts: Readonly<Record<string, readonly string[]>>): string {
  const used = new Set<string>();
  const text = template.replace(/@([A-Z]+)@/g, (_, name: string) => {
    const lines = parts[name];
    if (!lines) throw new Error(`the template has a place ${name} that nothing fills`);
    used.add(name);
    return lines.join('\n');
  });
  const unused = Object.keys(parts).find((name) => !used.has(name));
  if (unused !== undefined) throw new Error(`the template has no place ${unused}`);
  return text;
}
