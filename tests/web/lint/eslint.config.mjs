// ESLint's recommended rules, for the modules of the page.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ...js.configs.recommended, files: ["**/*.js"] },
  { files: ["**/*.js"], languageOptions: { globals: { ...globals.browser, ...globals.worker, ...globals.serviceworker } } },
];
