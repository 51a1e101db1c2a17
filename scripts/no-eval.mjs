// Takes the one `eval` out of the bundle: gray-matter's engine for front matter in JavaScript.
// The source overrides that engine as well; without its code nothing can bring it back.

const call = 'return eval(str) || {};';

/** A rolldown plugin. It fails the build where gray-matter no longer reads as expected. */
export function noEvalInFrontMatter() {
  return {
    name: 'no-eval-in-front-matter',
    transform: {
      filter: { id: /gray-matter[\\/]lib[\\/]engines\.js$/ },
      handler(code) {
        if (!code.includes(call)) throw new Error(`gray-matter no longer has "${call}": look again`);
        return code.replace(call, "throw new Error('front matter is data: JavaScript is not run');");
      },
    },
  };
}
