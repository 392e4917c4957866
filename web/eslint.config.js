import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default typescript.config(
  { ignores: ['dist', 'node_modules', 'src/wire.ts'] },
  ...typescript.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // What is compared with === cannot surprise.
      eqeqeq: 'error',
      // Nothing that reaches a player may depend on who looks at the console.
      'no-console': 'error',
      // State is replaced, never changed in place, so plain maps and sets need no watching.
      'svelte/prefer-svelte-reactivity': 'off',
      // Text becomes markup in one way only: through Svelte.
      'svelte/no-at-html-tags': 'error',
    },
  },
);
