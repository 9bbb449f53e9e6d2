// Where this site is: at the top of its server, or under a path of another site.

const root = document.documentElement.dataset.root ?? "";

/** A path of this site as the browser must ask for it. */
export const here = (path) => root + path;

/** The HTML of a board, with its pictures and styles at their places. */
export const placed = (html) => (root ? html.replaceAll(/(=")(\/(?:games|static)\/)/g, `$1${root}$2`) : html);
