// A button on each block of code that copies it: of a block with prompts, the commands alone.
document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll(".highlight > pre")) {
    const lines = block.textContent.trimEnd().split("\n");
    const commands = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    const text = (commands.length ? commands : lines).join("\n");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    block.parentElement.append(button);
  }
});
